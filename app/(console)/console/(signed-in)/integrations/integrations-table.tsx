import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import { Ago } from '@/app/(console)/format/time';
import { DataTable } from '@/app/(console)/table/data-table';
import { ActiveBadge, IntegrationLink } from '@/app/(console)/table/integration';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { Sort } from '@/lib/sort';
import type { IntegrationRow } from '@/lib/statistics/integrations';
import { LONG_RUNWAY_DAYS } from '@/lib/statistics/pace';

interface IntegrationsTableProps {
  readonly rows: readonly IntegrationRow[];
  readonly sort: Sort;
}

export async function IntegrationsTable({ rows, sort }: IntegrationsTableProps) {
  const t = await getTranslations('integrations');
  const { count } = await figureFormat();
  const now = new Date();
  return (
    <DataTable
      label={t('title')}
      minWidth={900}
      sort={sort}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('name'),
          sort: 'nombre',
          width: 180,
          heading: true,
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
