import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterBar } from '@/app/(console)/form/filter-bar';
import { integrationFilter, lookupFilter, periodFilters } from '@/app/(console)/form/filters';
import { figureFormat } from '@/app/(console)/format/figures';
import { DEFAULT_PERIOD, type StatisticsView } from '@/lib/console/statistics-view';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import { HOUR_MS } from '@/lib/time';

interface CoveredProps {
  readonly period: ChartPeriod;
  readonly isComparable: boolean;
}

const UNITS = ['1', '3', '6', '24', '168', '672'] as const;

/** Says what period the charts cover and what they are compared with. */
export async function Covered({ period, isComparable }: CoveredProps) {
  const t = await getTranslations('statistics');
  const { instant } = await figureFormat();
  const { from, to, now, before, grain, unitMs } = period;
  const time = grain === 'hour' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const written = (at: Date) =>
    instant(at, { day: 'numeric', month: 'short', year: 'numeric', ...time });
  // A day is named by itself, an hour by its end.
  const last = (at: Date) => written(grain === 'day' ? new Date(at.getTime() - 1) : at);
  const end = new Date(Math.min(now.getTime(), to.getTime()));
  const elapsedMs = end.getTime() - from.getTime();
  const beforeEnd = new Date(before.from.getTime() + elapsedMs);
  const unit = UNITS.find((hours) => Number(hours) * HOUR_MS === unitMs) ?? '24';
  return (
    <Text size="sm" c="dimmed">
      {t('covers', { from: written(from), to: last(end), unit: t(`units.${unit}`) })}{' '}
      {isComparable
        ? t('compared', { from: written(before.from), to: last(beforeEnd) })
        : t('notCompared')}
    </Text>
  );
}

interface FiltersProps {
  readonly view: StatisticsView;
  readonly names: ReadonlyMap<number, string>;
}

export async function Filters({ view, names }: FiltersProps) {
  const { period, from, to, lookup, integration } = view;
  const hasDays = from !== undefined || to !== undefined;
  return (
    <FilterBar
      kept={{ period: hasDays || period === DEFAULT_PERIOD ? undefined : period }}
      filters={[
        await integrationFilter(integration, names),
        await lookupFilter(lookup),
        ...(await periodFilters({ from, to }, 'day')),
      ]}
    />
  );
}
