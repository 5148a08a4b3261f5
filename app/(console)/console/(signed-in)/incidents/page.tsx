import { Divider, Group, Stack, Text } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import { Fragment } from 'react';
import { may } from '@/lib/access/permissions';
import { DAY_MS } from '@/lib/base/time/time';
import { languageOf } from '@/lib/base/values/language';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import { titleOf } from '@/lib/contract/lookups';
import { type Incident, listIncidents, statesAfter } from '@/lib/incidents/list';
import { STATUS_DAYS } from '@/lib/statistics/lookup-days';
import { Empty } from '@/ui/parts/empty';
import { Note } from '@/ui/parts/note';
import { PageTitle, Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { titled } from '@/ui/shell/metadata';
import { DotBadge } from '@/ui/table/dot-badge';
import { PostForm } from './post-form';
import { UpdateForm } from './update-form';

export const generateMetadata = titled('incidents.title');

/** Lists what the public status says by people, and posts more. */
export default async function IncidentsPage() {
  const session = await requireUser();
  const t = await getTranslations('incidents');
  const now = new Date();
  const endedSince = new Date(now.getTime() - STATUS_DAYS * DAY_MS);
  const incidents = await listIncidents(consoleContext().db, { endedSince }, now);
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const ended = incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  const mayPost = may(session.role, 'incident.post');
  const maySwitch = may(session.role, 'incident.switch_off');
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle what={t('what')} beside={mayPost && <PostForm maySwitchOff={maySwitch} />}>
        {t('title')}
      </PageTitle>
      <Text>
        <TextLink href={`/estado?lang=${await getLocale()}`}>{t('public')}</TextLink>
      </Text>
      <Section title={t('open')}>
        {open.length === 0 && <Empty title={t('noneOpen')} what={t('noneOpenWhat')} />}
        <Entries incidents={open} mayPost={mayPost} maySwitch={maySwitch} />
      </Section>
      <Section title={t('ended')}>
        {ended.length === 0 && <Empty title={t('noneEnded')} />}
        <Entries incidents={ended} mayPost={false} maySwitch={false} />
      </Section>
    </Stack>
  );
}

interface EntriesProps {
  readonly incidents: readonly Incident[];
  readonly mayPost: boolean;
  readonly maySwitch: boolean;
}

function Entries({ incidents, ...rights }: EntriesProps) {
  return incidents.map((incident, index) => (
    <Fragment key={incident.id}>
      {index > 0 && <Divider />}
      <Entry incident={incident} {...rights} />
    </Fragment>
  ));
}

interface EntryProps extends Omit<EntriesProps, 'incidents'> {
  readonly incident: Incident;
}

async function Entry({ incident, mayPost, maySwitch }: EntryProps) {
  const { id, kind, title, lookups, impact, state, startsAt, endsAt, updates } = incident;
  const t = await getTranslations('incidents');
  const language = languageOf(await getLocale());
  const isMajor = kind === 'incident' && impact === 'major';
  const isOver = incident.resolvedAt !== null;
  return (
    <Stack component="article" gap="xs" aria-label={title}>
      <Group justify="space-between" align="start" gap="sm">
        <Stack gap={2} flex={1} miw={240} className="written">
          <Text component="h3" fw={600}>
            {visible(title)}
          </Text>
          <Note>
            {t(`kinds.${kind}`)} · {lookups.map((one) => titleOf(one, language)).join(', ')}
          </Note>
          {endsAt && (
            <Note>
              <Instant at={startsAt} long /> – <Instant at={endsAt} long />
            </Note>
          )}
        </Stack>
        <DotBadge
          colour={isOver ? 'plain' : isMajor ? 'red' : kind === 'incident' ? 'yellow' : 'blue'}
        >
          {t(`states.${state}`)}
        </DotBadge>
      </Group>
      <Stack component="ol" gap="xs" m={0} pl="md" style={{ listStyle: 'none' }}>
        {updates.map((update) => (
          <li key={update.id}>
            <Note>
              {t(`states.${update.state}`)} · <Instant at={update.at} long />
            </Note>
            <Text className="written" style={{ whiteSpace: 'pre-line' }}>
              {visible(update.text)}
            </Text>
          </li>
        ))}
      </Stack>
      {mayPost && (
        <UpdateForm
          id={id}
          state={state}
          // Ending it would switch its lookups on again.
          next={statesAfter(incident).slice(0, incident.switchesOff && !maySwitch ? -1 : undefined)}
          lastUpdate={updates[0]?.id}
          maySwitch={incident.switchesOff && maySwitch}
        />
      )}
    </Stack>
  );
}
