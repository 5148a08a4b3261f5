import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import { DataTable } from '@/app/(console)/table/data-table';
import {
  queriesAddress,
  type StatisticsView,
  statisticsAddress,
} from '@/lib/console/statistics-view';
import { LOOKUPS } from '@/lib/contract/lookups';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import type { Charts } from '@/lib/statistics/charts';
import { figureCells, figureColumns } from './figure-cells';

interface ByLookupProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly lookups: Charts['lookups'];
}

/** The period by lookup, whichever of them the charts show. */
export async function ByLookup({ view, period, lookups }: ByLookupProps) {
  const t = await getTranslations('statistics');
  const names = await getTranslations('lookups');
  const { integration } = view;
  const all = LOOKUPS.reduce((sum, lookup) => sum + lookups[lookup].now.queries, 0);
  const cellsOf = await figureCells(all);
  return (
    <Section title={t('byLookup')}>
      <DataTable
        label={t('byLookup')}
        minWidth={820}
        columns={[{ key: 'name', title: t('lookup'), width: 140 }, ...(await figureColumns())]}
        rows={LOOKUPS.map((lookup) => ({
          key: lookup,
          cells: {
            name: (
              <Link
                href={statisticsAddress({ ...view, lookup })}
                className="quiet"
                prefetch={false}
                {...(lookup === view.lookup ? { 'aria-current': 'true' as const } : {})}
              >
                {names(lookup)}
              </Link>
            ),
            ...cellsOf(lookups[lookup].now, {
              name: names(lookup),
              href: queriesAddress(period, { integration, lookup }),
            }),
          },
        }))}
      />
    </Section>
  );
}
