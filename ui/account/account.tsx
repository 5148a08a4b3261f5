import { Alert, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/session/context';
import { returnPath } from '@/lib/console/session/return-path';
import { type ActiveSession, listSessions } from '@/lib/users/sessions';
import { PageTitle, Section } from '@/ui/parts/section';
import { Ago, Instant } from '@/ui/parts/time';
import { DotBadge } from '@/ui/table/dot-badge';
import { EndAllSessions, EndSession } from './end-session';
import { PasswordChange } from './password-change';
import { Preferences } from './preferences';
import { SecondFactor } from './second-factor';

interface AccountProps {
  readonly session: ActiveSession;
  /** The page that was asked for when a password or factor was missing. */
  readonly next: unknown;
}

/** Shows one's own account, to staff and to people of an integration. */
export async function Account({ session, next }: AccountProps) {
  const target = next === undefined ? undefined : returnPath(next);
  const t = await getTranslations('account');
  return (
    <Stack gap="lg" maw={640}>
      <PageTitle>{t('title')}</PageTitle>
      {session.mustChangePassword && <Alert color="yellow">{t('mustChangePassword')}</Alert>}
      {session.mustEnrol && <Alert color="yellow">{t('mustEnrol')}</Alert>}
      <SecondFactor enrolled={session.secondFactor} next={target} />
      <PasswordChange email={session.email} next={target} />
      <Preferences
        locale={session.locale}
        theme={session.theme}
        comfortable={session.comfortable}
      />
      <Sessions session={session} />
    </Stack>
  );
}

async function Sessions({ session }: { readonly session: ActiveSession }) {
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
