import '@/ui/records/records.css';
import { Code, Group, Stack, Text } from '@mantine/core';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { may } from '@/lib/access/permissions';
import { settings } from '@/lib/base/env/settings';
import { consoleContext } from '@/lib/console/session/context';
import type { Parameters } from '@/lib/console/texts/form';
import { placeOfQuery, type QueryPlace } from '@/lib/console/views/query-place';
import { type QueryStory, readQueryStory } from '@/lib/console/views/query-story';
import { findIntegration } from '@/lib/integrations/find';
import type { ActiveSession } from '@/lib/users/sessions';
import { BackLink } from '@/ui/parts/back-link';
import { PageTitle } from '@/ui/parts/section';
import { Instant } from '@/ui/parts/time';
import { Status } from '@/ui/records/cells';
import { IntegrationLink } from '@/ui/table/integration';
import { ExplanationSection } from './explanation';
import { QueryFacts } from './facts';
import { Neighbour } from './neighbour';
import { Neighbours } from './neighbours';
import { Steps } from './steps';

interface QueryProps {
  readonly id: string;
  readonly parameters: Parameters;
  readonly session: ActiveSession;
}

/**
 * Shows one query with what explains it. To people of an integration, a query of another one is
 * like an unknown one.
 */
export async function Query({ id, parameters, session }: QueryProps) {
  const { role, integrationId } = session;
  const { db } = consoleContext();
  const story = await readQueryStory(db, id, settings(), integrationId);
  if (story === undefined) notFound();
  const { charged, nombre } = story.record;
  const place = await placeOfQuery(db, story.record, parameters, session);
  const account =
    may(role, 'billing.refund') && charged > 0n ? await findIntegration(db, nombre) : undefined;
  return (
    <Stack gap="lg" maw={960}>
      <Heading record={story.record} place={place} />
      <ExplanationSection story={story} />
      <QueryFacts story={story} saldo={account?.saldo} role={role} />
      <Steps record={story.record} />
      <Neighbours story={story} />
    </Stack>
  );
}

interface HeadingProps {
  readonly record: QueryStory['record'];
  readonly place: QueryPlace;
}

/** Names the query and leads back to its list, and to the queries before and after it there. */
async function Heading({ record, place }: HeadingProps) {
  const t = await getTranslations('query');
  const lookups = await getTranslations('lookupsAndPaths');
  return (
    <Stack gap={4}>
      <Group justify="space-between" mb="xs">
        <BackLink href={place.list}>
          {t(place.isFiltered ? 'backToFiltered' : 'backToList')}
        </BackLink>
        <Group component="nav" gap="xs" aria-label={t('around')}>
          <Neighbour href={place.newer} shortcut="k" label={t('newer')} />
          <Neighbour href={place.older} shortcut="j" label={t('older')} />
        </Group>
      </Group>
      <Group gap="sm">
        <PageTitle>{t('title')}</PageTitle>
        <Status status={record.status} />
      </Group>
      <Text>
        <Instant at={record.createdAt} precise /> · {lookups(record.lookup)}{' '}
        <Code>{record.lookup}</Code> · <IntegrationLink nombre={record.nombre} />
      </Text>
    </Stack>
  );
}
