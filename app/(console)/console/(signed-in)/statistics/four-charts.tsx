import { Group, SimpleGrid, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { displayQuetzales } from '@/lib/base/values/money';
import type { Charts } from '@/lib/statistics/charts';
import type { Compared, Figures } from '@/lib/statistics/traffic';
import type { TimeAxis } from '@/ui/charts/axis';
import { Chart } from '@/ui/charts/chart';
import { Delta, type DeltaProps } from '@/ui/charts/delta';
import {
  decadeLines,
  decadesOf,
  halves,
  heightIn,
  niceCeiling,
  shareFloor,
} from '@/ui/charts/scale';
import { Volume } from '@/ui/charts/volume';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';

interface ChartProps {
  readonly axis: TimeAxis;
  readonly charts: Charts;
}

export function FourCharts(props: ChartProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className="chart-grid">
      <VolumeChart {...props} />
      <SuccessChart {...props} />
      <LatencyChart {...props} />
      <ChargesChart {...props} />
    </SimpleGrid>
  );
}

/** Leaves out the earlier period unless its counts are complete. */
function comparedOf({ total, isComparable }: Charts, value: (of: Figures) => number | undefined) {
  const before = isComparable ? value(total.before) : undefined;
  return { now: value(total.now), whole: value(total.whole), before };
}

async function VolumeChart({ axis, charts }: ChartProps) {
  const t = await getTranslations('statistics');
  const { count } = await figureFormat();
  return (
    <ChartCard
      title={t('volume')}
      what={t('volumeWhat')}
      {...comparedOf(charts, ({ queries }) => queries)}
      write={(value) => count(value ?? 0)}
    >
      <Volume title={t('volume')} axis={axis} bars={charts.bars} />
    </ChartCard>
  );
}

async function SuccessChart({ axis, charts }: ChartProps) {
  const t = await getTranslations('statistics');
  const { count, share } = await figureFormat();
  const { bars } = charts;
  const shares = bars.map(({ successShare }) => successShare);
  const floor = shareFloor(shares.flatMap((one) => one ?? []));
  const scale = [1, (1 + floor) / 2, floor].map((value, place) => ({
    at: 1 - place / 2,
    text: share(value),
  }));
  return (
    <ChartCard
      title={t('success')}
      what={t('successWhat')}
      {...comparedOf(charts, ({ successShare }) => successShare)}
      write={share}
      better="up"
      points
    >
      <Chart
        title={t('success')}
        axis={axis}
        scale={scale}
        lines
        series={[
          {
            key: 'share',
            name: t('success'),
            mark: { 'data-line': 'share' },
            values: shares.map(share),
            heights: shares.map((one) => one && (one - floor) / (1 - floor)),
          },
          {
            key: 'successful',
            name: t('successful'),
            values: bars.map(({ results }) => count(results.success)),
          },
          { key: 'all', name: t('queries'), values: bars.map(({ queries }) => count(queries)) },
        ]}
      />
    </ChartCard>
  );
}

const PERCENTILES = ['p50', 'p95', 'p99'] as const;

async function LatencyChart({ axis, charts }: ChartProps) {
  const t = await getTranslations('statistics');
  const { duration } = await figureFormat();
  const { bars, total } = charts;
  const series = PERCENTILES.map((key) => ({ key, ms: bars.map((bar) => bar[`${key}Ms`]) }));
  const decades = decadesOf(series.flatMap(({ ms }) => ms.flatMap((one) => one ?? [])));
  return (
    <ChartCard
      title={t('latency')}
      what={t('latencyWhat')}
      {...comparedOf(charts, ({ p95Ms }) => p95Ms)}
      write={(value, span) => `p95 ${duration(value, total[span].estimated)}`}
      better="down"
    >
      <Chart
        title={t('latency')}
        axis={axis}
        scale={decadeLines(decades, (ms) => duration(ms).replace('.00', ''))}
        lines
        series={series.map(({ key, ms }) => ({
          key,
          name: key,
          mark: { 'data-line': key },
          total: duration(total.now[`${key}Ms`], total.now.estimated),
          // Those of a bar are read from its counts.
          values: ms.map((one) => duration(one, true)),
          heights: ms.map((one) => (one === undefined ? undefined : heightIn(decades, one))),
        }))}
      />
    </ChartCard>
  );
}

const QUETZAL = 10_000;

async function ChargesChart({ axis, charts }: ChartProps) {
  const t = await getTranslations('statistics');
  const { bars } = charts;
  const most = niceCeiling(Math.max(0, ...bars.map(({ charged }) => Number(charged) / QUETZAL)));
  const write = (amount: number | undefined) => displayQuetzales(BigInt(amount ?? 0));
  return (
    <ChartCard
      title={t('charges')}
      what={t('chargesWhat')}
      {...comparedOf(charts, ({ charged }) => Number(charged))}
      write={write}
    >
      <Chart
        title={t('charges')}
        axis={axis}
        scale={halves(most, (value) => write(value * QUETZAL).replace(/\.00$/, ''))}
        series={[
          {
            key: 'charged',
            name: t('charged'),
            mark: { 'data-fill': 'charged' },
            values: bars.map(({ charged }) => displayQuetzales(charged)),
            heights: bars.map(({ charged }) => Number(charged) / QUETZAL / most),
          },
        ]}
      />
    </ChartCard>
  );
}

interface ChartCardProps extends Pick<DeltaProps, 'now' | 'before' | 'better' | 'points'> {
  readonly title: string;
  readonly what: string;
  /** Figure of what is compared, without the hour in progress. */
  readonly whole: number | undefined;
  readonly write: (value: number | undefined, span: keyof Compared) => string;
  readonly children: ReactNode;
}

export async function ChartCard({
  title,
  what,
  now,
  whole,
  before,
  write,
  ...props
}: ChartCardProps) {
  const t = await getTranslations('statistics');
  const { children, ...kind } = props;
  const was = write(before, 'before');
  return (
    <Section title={title} what={what}>
      <Group component="p" m={0} gap="2px 10px" className="chart-total">
        <b className="total">{write(now, 'now')}</b>
        <Delta now={whole} before={before} was={was} period="own" {...kind} />
        {before !== undefined && (
          <Text span size="xs" c="dimmed">
            {t('before', { was })}
          </Text>
        )}
      </Group>
      {children}
    </Section>
  );
}
