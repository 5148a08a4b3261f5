import { PageTitle } from '@/app/(console)/layout/section';
import type { PageProps } from '@/lib/console/form';
import '@/app/(console)/charts/charts.css';
import './statistics.css';
import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { timeAxis } from '@/app/(console)/charts/axis';
import { PeriodChoices } from '@/app/(console)/layout/choices';
import { Empty } from '@/app/(console)/layout/empty';
import { Later } from '@/app/(console)/layout/later';
import { titled } from '@/app/(console)/layout/metadata';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import {
  askedPeriod,
  DEFAULT_PERIOD,
  parseStatisticsView,
  type StatisticsView,
} from '@/lib/console/statistics-view';
import { idsMatching, integrationNames } from '@/lib/integrations/names';
import { CHART_PERIODS, type ChartPeriod, chartPeriod } from '@/lib/statistics/chart-periods';
import { type ChartFilter, readCharts } from '@/lib/statistics/charts';
import { FourCharts } from './four-charts';
import { HealthStrips } from './health-strips';
import { Covered, Filters } from './page-parts';
import { ByIntegration, ByLookup, UnreadableFields } from './tables';

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
            periods={CHART_PERIODS}
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
          <UnreadableFields />
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
      <HealthStrips axis={axis} bars={charts.bars} lookup={filter.lookup} />
      <ByLookup view={view} period={period} lookups={charts.lookups} />
    </>
  );
}
