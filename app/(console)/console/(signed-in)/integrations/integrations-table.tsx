import { IconAlertTriangle } from '@tabler/icons-react';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Ago } from '@/app/(console)/format/instant';
import { DataTable } from '@/app/(console)/table/data-table';
import { DotBadge } from '@/app/(console)/table/dot-badge';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { displayQuetzales } from '@/lib/money';
import type { Sort } from '@/lib/sort';
import type { IntegrationRow } from '@/lib/statistics/integrations';

interface IntegrationsTableProps {
  readonly rows: readonly IntegrationRow[];
  readonly sort: Sort;
}

/** What each integration may ask, what it has left, and when it last asked. */
export async function IntegrationsTable({ rows, sort }: IntegrationsTableProps) {
  const t = await getTranslations('integrations');
  const format = await getFormatter();
  const now = new Date();
  return (
    <DataTable
      label={t('title')}
      minWidth={900}
      sort={sort}
      columns={[
        { key: 'nombre', title: t('name'), width: 140, sortable: true },
        { key: 'state', title: t('state') },
        { key: 'lookups', title: t('lookups'), width: 145 },
        { key: 'available', title: t('available'), numeric: true, sortable: true },
        { key: 'runway', title: t('runway'), numeric: true, sortable: true },
        { key: 'queries', title: t('queries'), numeric: true, sortable: true },
        { key: 'last', title: t('last'), sortable: true, nowrap: true },
        { key: 'tarifa', title: t('tariff'), numeric: true },
      ]}
      rows={rows.map((row) => ({
        key: String(row.id),
        cells: {
          nombre: (
            <Link href={`/console/integrations/${row.nombre}`} className="quiet">
              {row.nombre}
            </Link>
          ),
          state: (
            <DotBadge colour={row.suspendedAt === null ? 'green' : 'red'}>
              {row.suspendedAt === null ? t('active') : t('suspended')}
            </DotBadge>
          ),
          lookups: <Enabled row={row} />,
          available: displayQuetzales(row.available),
          runway: <Runway row={row} />,
          queries: format.number(row.queries),
          last: row.lastQueryAt === null ? t('never') : <Ago at={row.lastQueryAt} now={now} />,
          tarifa: displayQuetzales(row.tarifa),
        },
      }))}
    />
  );
}

async function Runway({ row: { runwayDays, isLow } }: { readonly row: IntegrationRow }) {
  const t = await getTranslations('integrations');
  const days = runwayDays === null ? '—' : t('days', { count: runwayDays });
  if (!isLow) return <span title={runwayDays === null ? t('runwayWhat') : undefined}>{days}</span>;
  return (
    <span className="low" title={t('low')}>
      <IconAlertTriangle size={14} aria-label={t('low')} />
      {days}
    </span>
  );
}

async function Enabled({ row }: { readonly row: IntegrationRow }) {
  const t = await getTranslations('integrations');
  const enabled = LOOKUPS.filter((lookup) => row[lookupFacts[lookup].flag]);
  const words =
    enabled.length === LOOKUPS.length ? t('allLookups') : enabled.join(', ') || t('noLookups');
  return <span className="small">{words}</span>;
}
