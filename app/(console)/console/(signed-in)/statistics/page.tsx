import '@/app/(console)/charts/charts.css';
import '@/app/(console)/charts/endings.css';
import './statistics.css';
import { Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { timeAxis } from '@/app/(console)/charts/axis';
import { PlotGroup } from '@/app/(console)/charts/plot';
import { Choices } from '@/app/(console)/layout/choices';
import { Later } from '@/app/(console)/layout/later';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import {
  askedPeriod,
  DEFAULT_PERIOD,
  parseStatisticsView,
  type StatisticsView,
} from '@/lib/console/statistics-view';
import { idOfName, integrationNames, NOBODY } from '@/lib/integrations/names';
import { CHART_PERIODS, type ChartPeriod, chartPeriod } from '@/lib/statistics/chart-periods';
import { type ChartFilter, readCharts } from '@/lib/statistics/charts';
import { ByIntegration } from './by-integration';
import { ByLookup } from './by-lookup';
import { Covered } from './covered';
import { Filters } from './filters';
import { FourCharts } from './four-charts';
import { HealthStrips } from './health-strips';
import { Nothing } from './nothing';

interface StatisticsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('statistics'))('title') };
}

export default async function StatisticsPage({ searchParams }: StatisticsPageProps) {
  await requireUser();
  const view = parseStatisticsView(await searchParams);
  const names = await integrationNames(consoleContext().db);
  const integrationId = idOfName(names, view.integration);
  const now = new Date();
  const integration = integrationId !== undefined;
  const period = chartPeriod(askedPeriod(view, now), now, { integration });
  const filter = { integrationId, lookup: view.lookup };
  return (
    <Stack gap="lg" maw={1240}>
      <Heading view={view} />
      <Filters view={view} names={[...names.values()]} unknown={integrationId === NOBODY} />
      <Later rows={14}>
        <Charts view={view} period={period} filter={filter} />
      </Later>
      {!integration && (
        <Later rows={8}>
          <ByIntegration view={view} period={period} names={names} />
        </Later>
      )}
    </Stack>
  );
}

async function Heading({ view: { period, from, to } }: { readonly view: StatisticsView }) {
  const t = await getTranslations('statistics');
  const own = from !== undefined || to !== undefined;
  return (
    <div className="statistics-heading">
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Choices
        label={t('period')}
        parameter="period"
        clears={['from', 'to']}
        chosen={own ? 'own' : period === DEFAULT_PERIOD ? undefined : period}
        choices={CHART_PERIODS.map((name) => ({
          value: name === DEFAULT_PERIOD ? undefined : name,
          label: t(`periods.${name}`),
        }))}
      />
    </div>
  );
}

interface ChartsProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly filter: ChartFilter;
}

async function Charts({ view, period, filter }: ChartsProps) {
  const charts = await readCharts(consoleContext().db, period, filter);
  if (charts.total.now.queries === 0) return <Nothing view={view} />;
  const axis = await timeAxis(charts.bars, period.unitMs);
  return (
    <>
      <Covered period={period} isComparable={charts.isComparable} />
      <PlotGroup>
        <FourCharts axis={axis} charts={charts} />
        <HealthStrips axis={axis} bars={charts.bars} lookup={filter.lookup} />
      </PlotGroup>
      <ByLookup view={view} period={period} lookups={charts.lookups} />
    </>
  );
}
