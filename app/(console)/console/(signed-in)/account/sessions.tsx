import { Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Ago, Instant } from '@/app/(console)/format/time';
import { Section } from '@/app/(console)/layout/section';
import { DotBadge } from '@/app/(console)/table/dot-badge';
import { consoleContext } from '@/lib/console/context';
import { type ActiveSession, listSessions } from '@/lib/users/sessions';
import { EndAllSessions, EndSession } from './end-session';

export async function Sessions({ session }: { readonly session: ActiveSession }) {
  const sessions = await listSessions(consoleContext().db, session.userId);
  const t = await getTranslations('account');
  return (
    <Section title={t('sessionsTitle')} what={t('sessionsWhat')}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.map(({ number, address, createdAt, lastSeenAt }) => (
          <Group component="li" key={number} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" className="name">
                {address}
              </Text>
              <Text size="sm" c="dimmed">
                {t.rich('sessionTimes', {
                  since: () => <Instant at={createdAt} />,
                  seen: () => <Ago at={lastSeenAt} />,
                })}
              </Text>
            </div>
            {number === session.sessionNumber ? (
              <DotBadge colour="blue">{t('thisSession')}</DotBadge>
            ) : (
              <EndSession number={number} address={address} />
            )}
          </Group>
        ))}
      </Stack>
      <EndAllSessions />
    </Section>
  );
}
