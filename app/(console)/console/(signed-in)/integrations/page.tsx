import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { may } from '@/lib/access/permissions';
import type { Sort } from '@/lib/base/values/sort';
import { sortSchema } from '@/lib/base/values/sort';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import { maybe, type PageProps, pageSchema, searchSchema } from '@/lib/console/texts/form';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import {
  countByState,
  INTEGRATION_COLUMNS,
  INTEGRATION_STATES,
  type IntegrationCounts,
  type IntegrationRow,
  type IntegrationState,
  listByUse,
} from '@/lib/statistics/integrations';
import { LONG_RUNWAY_DAYS } from '@/lib/statistics/pace';
import { SearchField } from '@/ui/filter/search-field';
import { Choices } from '@/ui/parts/choices';
import { figureFormat } from '@/ui/parts/figures';
import { Later } from '@/ui/parts/later';
import { LinkButton } from '@/ui/parts/link-button';
import { PageTitle } from '@/ui/parts/section';
import { Ago } from '@/ui/parts/time';
import { titled } from '@/ui/shell/metadata';
import { DataTable } from '@/ui/table/data-table';
import { ActiveBadge, IntegrationLink, Nothing } from '@/ui/table/integration';
import { NumberedPages } from '@/ui/table/pages';
import { rowsOf } from '@/ui/table/paging';
import { ResultCount } from '@/ui/table/result-count';

const querySchema = z.object({
  q: searchSchema,
  state: maybe(z.enum(INTEGRATION_STATES)),
  sort: sortSchema(INTEGRATION_COLUMNS, 'nombre'),
  page: pageSchema,
});

export const generateMetadata = titled('integrations.title');

export default async function IntegrationsPage({ searchParams }: PageProps) {
  const { role } = await requireUser();
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('integrations');
  return (
    <Stack>
      <PageTitle
        beside={
          may(role, 'integration.create') && (
            <LinkButton href="/console/new-integration" variant="filled">
              {t('create')}
            </LinkButton>
          )
        }
      >
        {t('title')}
      </PageTitle>
      <SearchField query={query.q} label={t('search')} />
      <Later>
        <Found {...query} mayCreate={may(role, 'integration.create')} />
      </Later>
    </Stack>
  );
}

interface FoundProps extends z.infer<typeof querySchema> {
  readonly mayCreate: boolean;
}

async function Found({ q, state, sort, page, mayCreate }: FoundProps) {
  const { db } = consoleContext();
  const [counts, rows] = await Promise.all([
    countByState(db, q),
    listByUse(db, { part: q, state }, { sort, ...rowsOf(page) }),
  ]);
  const filtered = q !== '' || state !== undefined || page > 1;
  return (
    <>
      <States state={state} counts={counts} />
      <ResultCount count={counts[state ?? 'all']} />
      {rows.length > 0 ? (
        <IntegrationsTable rows={rows} sort={sort} />
      ) : (
        <Nothing all={filtered ? '/console/integrations' : undefined} mayCreate={mayCreate} />
      )}
      <NumberedPages page={page} rows={counts[state ?? 'all']} />
    </>
  );
}

interface StatesProps {
  readonly state: IntegrationState | undefined;
  readonly counts: IntegrationCounts;
}

async function States({ state, counts }: StatesProps) {
  const t = await getTranslations('integrations');
  return (
    <Choices
      label={t('state')}
      parameter="state"
      chosen={state}
      choices={[undefined, ...INTEGRATION_STATES].map((value) => ({
        value,
        label: t(`states.${value ?? 'all'}`),
        count: counts[value ?? 'all'],
      }))}
    />
  );
}

interface IntegrationsTableProps {
  readonly rows: readonly IntegrationRow[];
  readonly sort: Sort;
}

async function IntegrationsTable({ rows, sort }: IntegrationsTableProps) {
  const t = await getTranslations('integrations');
  const { count } = await figureFormat();
  const now = new Date();
  return (
    <DataTable
      label={t('title')}
      minWidth={900}
      stacks
      sort={sort}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('name'),
          sort: 'nombre',
          width: 180,
          cell: (row) => <IntegrationLink {...row} />,
        },
        { title: t('state'), cell: (row) => <ActiveBadge {...row} /> },
        { title: t('lookups'), nowrap: true, cell: (row) => <Enabled row={row} /> },
        {
          title: t('available'),
          sort: 'available',
          amount: ({ available }) => available,
        },
        { title: t('runway'), sort: 'runway', numeric: true, cell: (row) => <Runway row={row} /> },
        { title: t('queries'), sort: 'queries', numeric: true, cell: (row) => count(row.queries) },
        {
          title: t('last'),
          sort: 'last',
          named: true,
          nowrap: true,
          cell: ({ lastQueryAt }) =>
            lastQueryAt === null ? t('never') : <Ago at={lastQueryAt} now={now} />,
        },
        { title: t('tariff'), amount: ({ tarifa }) => tarifa },
      ]}
    />
  );
}

async function Runway({ row: { runwayDays, isLow } }: { readonly row: IntegrationRow }) {
  const t = await getTranslations('integrations');
  const long = runwayDays !== null && runwayDays > LONG_RUNWAY_DAYS;
  const days = runwayDays === null ? '—' : t(long ? 'overAYear' : 'days', { count: runwayDays });
  if (!isLow) return <span title={runwayDays === null ? t('runwayWhat') : undefined}>{days}</span>;
  return (
    <Text span size="sm" fw={600} c="var(--mantine-color-error)" title={t('low')}>
      <IconAlertTriangle size={14} aria-label={t('low')} /> {days}
    </Text>
  );
}

async function Enabled({ row }: { readonly row: IntegrationRow }) {
  const t = await getTranslations('integrations');
  const enabled = LOOKUPS.filter((lookup) => row[lookupFacts[lookup].flag]);
  const words =
    enabled.length === LOOKUPS.length ? t('allLookups') : enabled.join(', ') || t('noLookups');
  return (
    <Text span size="xs">
      {words}
    </Text>
  );
}
