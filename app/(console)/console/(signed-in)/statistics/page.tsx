import '@/ui/charts/charts.css';
import './statistics.css';
import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { PERIODS } from '@/lib/base/time/periods';
import { HOUR_MS } from '@/lib/base/time/time';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import {
  askedPeriod,
  DEFAULT_PERIOD,
  parseStatisticsView,
  type StatisticsView,
} from '@/lib/console/views/statistics-view';
import { idsMatching, integrationNames } from '@/lib/integrations/names';
import { type ChartPeriod, chartPeriod } from '@/lib/statistics/chart-periods';
import { type ChartFilter, readCharts } from '@/lib/statistics/charts';
import { timeAxis } from '@/ui/charts/axis';
import { FilterBar } from '@/ui/filter/filter-bar';
import { integrationFilter, lookupFilter, periodFilters } from '@/ui/filter/filters';
import { PeriodChoices } from '@/ui/parts/choices';
import { Empty } from '@/ui/parts/empty';
import { figureFormat } from '@/ui/parts/figures';
import { Later } from '@/ui/parts/later';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';
import { FourCharts } from './four-charts';
import { ByIntegration, ByLookup, ChangedFields } from './tables';

export const generateMetadata = titled('statistics.title');

export default async function StatisticsPage({ searchParams }: PageProps) {
  await requireUser();
  const view = parseStatisticsView(await searchParams);
  const t = await getTranslations('statistics');
  const hasDays = view.from !== undefined || view.to !== undefined;
  const names = await integrationNames(consoleContext().db);
  const integrationId = idsMatching(names, view.integration);
  const now = new Date();
  const integration = integrationId !== undefined;
  const period = chartPeriod(askedPeriod(view, now), now, { integration });
  const filter = { integrationId, lookup: view.lookup };
  return (
    <Stack gap="lg" maw={1240}>
      <PageTitle
        beside={
          <PeriodChoices
            periods={PERIODS.statistics}
            usual={DEFAULT_PERIOD}
            chosen={hasDays ? 'own' : view.period}
          />
        }
      >
        {t('title')}
      </PageTitle>
      <Filters view={view} names={names} />
      <Later rows={14}>
        <Charts view={view} period={period} filter={filter} />
      </Later>
      {!integration && (
        <Later rows={8}>
          <ByIntegration view={view} period={period} names={names} />
          <ChangedFields />
        </Later>
      )}
    </Stack>
  );
}

interface ChartsProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly filter: ChartFilter;
}

async function Charts({ view, period, filter }: ChartsProps) {
  const charts = await readCharts(consoleContext().reports, period, filter);
  const t = await getTranslations('statistics');
  if (charts.total.now.queries === 0) return <Empty title={t('empty')} what={t('emptyWhat')} />;
  const axis = await timeAxis(charts.bars, period.unitMs);
  return (
    <>
      <Covered period={period} isComparable={charts.isComparable} />
      <FourCharts axis={axis} charts={charts} />
      <ByLookup view={view} period={period} lookups={charts.lookups} />
    </>
  );
}

interface CoveredProps {
  readonly period: ChartPeriod;
  readonly isComparable: boolean;
}

const UNITS = ['1', '3', '6', '24', '168', '672'] as const;

/** Says what period the charts cover and what they are compared with. */
async function Covered({ period, isComparable }: CoveredProps) {
  const t = await getTranslations('statistics');
  const { instant } = await figureFormat();
  const { from, to, now, before, slices, grain, unitMs } = period;
  const hour = { hour: '2-digit', minute: '2-digit' } as const;
  const written = (at: Date, time: object = grain === 'hour' ? hour : {}) =>
    instant(at, { day: 'numeric', month: 'short', year: 'numeric', ...time });
  // A day is named by itself, an hour by its end.
  const last = (at: Date) => written(grain === 'day' ? new Date(at.getTime() - 1) : at);
  const end = new Date(Math.min(now.getTime(), to.getTime()));
  const cut = slices.findLast(({ span }) => span === 'before')?.to ?? before.from;
  const unit = UNITS.find((hours) => Number(hours) * HOUR_MS === unitMs) ?? '24';
  return (
    <Text size="sm" c="dimmed">
      {t('covers', { from: written(from), to: last(end), unit: t(`units.${unit}`) })}{' '}
      {isComparable
        ? t('compared', {
            from: written(before.from),
            to: now < to ? written(cut, hour) : last(before.to),
            running: String(now < to),
          })
        : t('notCompared')}
    </Text>
  );
}

interface FiltersProps {
  readonly view: StatisticsView;
  readonly names: ReadonlyMap<number, string>;
}

async function Filters({ view, names }: FiltersProps) {
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
