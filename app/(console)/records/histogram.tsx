import { Stack, Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/context';
import { type HistogramBar, readHistogram } from '@/lib/console/histogram';
import { type QueryView, writeView } from '@/lib/console/query-view';
import { localMinute } from '@/lib/guatemala';
import type { RecordFilter } from '@/lib/recording/filter';
import type { RefusalFilter } from '@/lib/recording/list-refusals';
import { KINDS, type Kind } from '@/lib/statistics/endings';
import { DAY_MS, type Span } from '@/lib/time';
import type { ChartBar } from './histogram-bars';
import { HistogramChart } from './histogram-chart';
import { HistogramTable } from './histogram-table';

interface HistogramProps {
  readonly base: string;
  readonly view: QueryView;
  readonly filter: RecordFilter;
  readonly refusals: RefusalFilter;
  readonly span: Span;
}

/** How many queries the filter finds over its period, by how they ended; a stretch of it can be chosen. */
export async function Histogram({ base, view, ...asked }: HistogramProps) {
  const t = await getTranslations('histogram');
  const histogram = await readHistogram(consoleContext().db, asked);
  if (histogram.kind === 'too_long') {
    return (
      <Text size="sm" c="dimmed">
        {t('tooLong')}
      </Text>
    );
  }
  const { bars, unitMs } = histogram;
  const chart = await chartBars(bars, unitMs);
  const names = await kindNames();
  const kinds = KINDS.map((kind) => ({ kind, name: names[kind] }));
  const rest = { ...view, from: undefined, to: undefined, period: undefined };
  return (
    <Stack gap="xs" component="figure" m={0}>
      <HistogramChart
        key={writeView(view)}
        base={base}
        rest={writeView(rest)}
        bars={chart}
        kinds={kinds}
      />
      <figcaption>
        <Legend bars={bars} />
        <HistogramTable bars={chart} kinds={kinds} />
      </figcaption>
    </Stack>
  );
}

async function chartBars(bars: readonly HistogramBar[], unitMs: number): Promise<ChartBar[]> {
  const format = await getFormatter();
  const t = await getTranslations('histogram');
  const day = { day: 'numeric', month: 'short' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const ofDays = unitMs >= DAY_MS;
  // Weeks side by side reach over years.
  const long = unitMs > DAY_MS ? ({ ...day, year: '2-digit' } as const) : day;
  const shown = ofDays ? long : ({ ...day, ...time } as const);
  return bars.map(({ from, to, queries, refusals }) => {
    const start = format.dateTime(from, shown);
    // A day is the last one by being whole, an hour by when it ends.
    const end = format.dateTime(ofDays ? new Date(to.getTime() - 1) : to, shown);
    const near = ofDays ? end : format.dateTime(to, time);
    return {
      from: localMinute(from),
      to: localMinute(to),
      start,
      end,
      label: unitMs === DAY_MS ? start : t('fromTo', { from: start, to: near }),
      parts: KINDS.map((kind) => queries[kind]),
      refusals,
    };
  });
}

function sumOf(bars: readonly HistogramBar[], count: (bar: HistogramBar) => number): number {
  return bars.reduce((sum, bar) => sum + count(bar), 0);
}

/** What the colours mean, with the totals: the chart in words. */
async function Legend({ bars }: { readonly bars: readonly HistogramBar[] }) {
  const t = await getTranslations('histogram');
  const total = sumOf(bars, ({ queries }) => KINDS.reduce((sum, kind) => sum + queries[kind], 0));
  const names = await kindNames();
  return (
    <ul className="legend">
      <li>{t('total', { count: total })}</li>
      {KINDS.map((kind) => (
        <li key={kind}>
          <span className="swatch" data-ending={kind} aria-hidden />
          {names[kind]} <b>{t('count', { count: sumOf(bars, (bar) => bar.queries[kind]) })}</b>
        </li>
      ))}
      <li>
        <span className="swatch refused" aria-hidden />
        {t('refused')} <b>{t('count', { count: sumOf(bars, ({ refusals }) => refusals) })}</b>
      </li>
    </ul>
  );
}

/** In the words of the overview, with one kind more. */
async function kindNames(): Promise<Readonly<Record<Kind, string>>> {
  const t = await getTranslations('histogram');
  const endings = await getTranslations('overview');
  return {
    success: endings('endings.success'),
    no_result: endings('endings.no_result'),
    source: endings('endings.source'),
    ours: endings('endings.ours'),
    unanswered: t('unanswered'),
  };
}
