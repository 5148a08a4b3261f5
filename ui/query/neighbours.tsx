import { Stack, Text, Title } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { EACH_SIDE, type QueryStory, type SourceShare } from '@/lib/console/views/query-story';
import { viewer } from '@/lib/console/views/viewer';
import type { Neighbour } from '@/lib/recording/neighbours';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';
import { queryColumns } from '@/ui/records/queries-table';
import { type Column, DataTable } from '@/ui/table/data-table';
import { IntegrationLink } from '@/ui/table/integration';
import { SearchSame } from './search-same';

/** Shows other queries of the same identifier, integration and source. */
export async function Neighbours({ story }: { readonly story: QueryStory }) {
  const t = await getTranslations('query');
  const { record } = story;
  const { isStaff } = await viewer();
  const { own, others } = story.sameIdentifier;
  return (
    <Section title={t('neighboursTitle')}>
      <Stack gap={4}>
        <Title order={3} size="h5">
          {t('sourceState')}
        </Title>
        {isStaff ? (
          <Share name={t('inQuarter')} share={story.sourceInQuarter} />
        ) : (
          <Text size="sm">
            {t(story.sourceInQuarter.failed > 0 ? 'sourceFailed' : 'sourceWorked')}
          </Text>
        )}
      </Stack>
      <Rows title={t('sameIdentifier')} none={t('sameIdentifierNone')} rows={own} />
      {isStaff && others.length > 0 && (
        <Rows title={t('sameIdentifierElsewhere')} rows={others} named />
      )}
      {isStaff && own.length + others.length > 0 && (
        <div>
          <SearchSame query={record.id} />
        </div>
      )}
      <Rows
        title={t('sameIntegration', { each: EACH_SIDE })}
        none={t('sameIntegrationNone')}
        rows={story.sameIntegration}
      />
    </Section>
  );
}

async function Share({ name, share }: { readonly name: string; readonly share: SourceShare }) {
  const t = await getTranslations('query');
  const format = await figureFormat();
  const { failed, queries } = share;
  const percent = format.share(queries === 0 ? 0 : failed / queries);
  return (
    <Text size="sm">
      {name}: {t('share', { failed, queries, percent })}
    </Text>
  );
}

interface RowsProps {
  readonly title: string;
  readonly none?: string | undefined;
  readonly rows: readonly Neighbour[];
  /** Names the integration of each row. */
  readonly named?: boolean;
}

async function Rows({ title, none, rows, named = false }: RowsProps) {
  const t = await getTranslations('queries');
  const { when, ...others } = await queryColumns((await viewer()).pagesOf('').query);
  const integration: Column<Neighbour> = {
    title: t('integration'),
    width: 170,
    cell: ({ nombre }) => <IntegrationLink nombre={nombre} />,
  };
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <DataTable
        label={title}
        minWidth={640}
        columns={[when, ...(named ? [integration] : []), ...Object.values(others)]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={none ?? ''}
      />
    </Stack>
  );
}
