import { Stack, Text, Title } from '@mantine/core';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/instant';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { Section } from '@/app/(console)/layout/section';
import { Outcome } from '@/app/(console)/records/outcome';
import { Status } from '@/app/(console)/records/status';
import { DataTable } from '@/app/(console)/table/data-table';
import type { QueryStory, SourceShare } from '@/lib/console/query-story';
import { writeIdentifier } from '@/lib/console/query-view';
import { displayQuetzales } from '@/lib/money';
import type { Neighbour } from '@/lib/recording/neighbours';

interface NeighboursProps {
  readonly story: QueryStory;
}

/** What happened around a query: to the same identifier, the same integration, the same source. */
export async function Neighbours({ story }: NeighboursProps) {
  const t = await getTranslations('query');
  const { record } = story;
  const digests = record.identifierKeys.slice(0, 1);
  return (
    <Section title={t('neighboursTitle')}>
      <Stack gap={4}>
        <Title order={3} size="h5">
          {t('sourceState')}
        </Title>
        <Share name={t('inQuarter')} share={story.sourceInQuarter} />
        <Share name={t('inHour')} share={story.sourceInHour} />
      </Stack>
      <Rows
        title={t('sameIdentifier')}
        none={t('sameIdentifierNone')}
        rows={story.sameIdentifier}
      />
      {story.sameIdentifier.length > 0 && (
        <div>
          <LinkButton
            size="compact-sm"
            href={`/console/queries?id=${writeIdentifier(digests, '')}`}
          >
            {t('allOfIdentifier')}
          </LinkButton>
        </div>
      )}
      <Rows
        title={t('sameIntegration')}
        none={t('sameIntegrationNone')}
        rows={story.sameIntegration}
      />
    </Section>
  );
}

async function Share({ name, share }: { readonly name: string; readonly share: SourceShare }) {
  const t = await getTranslations('query');
  const format = await getFormatter();
  const { failed, queries } = share;
  const percent = format.number(queries === 0 ? 0 : failed / queries, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return (
    <Text size="sm">
      {name}: {t('share', { failed, queries, percent })}
    </Text>
  );
}

interface RowsProps {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly Neighbour[];
}

async function Rows({ title, none, rows }: RowsProps) {
  const t = await getTranslations('queries');
  const format = await getFormatter();
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <DataTable
          label={title}
          minWidth={640}
          columns={[
            { key: 'when', title: t('when'), nowrap: true },
            { key: 'lookup', title: t('lookup'), nowrap: true },
            { key: 'status', title: t('status') },
            { key: 'source', title: t('source') },
            { key: 'duration', title: t('duration'), numeric: true },
            { key: 'charge', title: t('charge'), numeric: true },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: {
              when: (
                <Link href={`/console/queries/${row.id}`} className="quiet" prefetch={false}>
                  <Instant at={row.createdAt} precise />
                </Link>
              ),
              lookup: row.lookup,
              status: <Status status={row.status} />,
              source: <Outcome outcome={row.outcome} />,
              duration: row.durationMs === null ? '—' : format.number(row.durationMs),
              charge: row.charged === 0n ? '—' : displayQuetzales(row.charged),
            },
          }))}
        />
      )}
    </Stack>
  );
}
