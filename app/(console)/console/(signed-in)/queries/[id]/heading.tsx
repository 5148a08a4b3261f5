import { Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/time';
import { PageTitle } from '@/app/(console)/layout/section';
import { TextLink } from '@/app/(console)/layout/text-link';
import { Status } from '@/app/(console)/records/cells';
import { IntegrationLink } from '@/app/(console)/table/integration';
import type { QueryPlace } from '@/lib/console/query-place';
import type { QueryStory } from '@/lib/console/query-story';
import { Neighbour } from './neighbour';

interface HeadingProps {
  readonly record: QueryStory['record'];
  readonly place: QueryPlace;
}

/** Names the query and leads back to its list, and to the queries before and after it there. */
export async function Heading({ record, place }: HeadingProps) {
  const t = await getTranslations('query');
  const lookups = await getTranslations('lookups');
  return (
    <Stack gap={4}>
      <Group justify="space-between" mb="xs">
        <TextLink href={place.list}>
          {t(place.isFiltered ? 'backToFiltered' : 'backToList')}
        </TextLink>
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
        <Instant at={record.createdAt} precise /> · {lookups(record.lookup)} ·{' '}
        <IntegrationLink nombre={record.nombre} />
      </Text>
    </Stack>
  );
}
