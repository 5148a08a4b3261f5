import { describe, expect, it } from 'vitest';
import type { PeriodOf } from '@/lib/base/time/periods';
import { DAY_MS, type Span } from '@/lib/base/time/time';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { dropMonths } from '@/lib/recording/drop-months';
import { type ChartPeriod, chartPeriod, type Days } from '@/lib/statistics/chart-periods';
import { type ChartFilter, readCharts } from '@/lib/statistics/charts';
import { foldCounts } from '@/lib/statistics/fold';
import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { percentilesOf } from '@/lib/statistics/latency';
import { rankIntegrations } from '@/lib/statistics/ranking';
import type { EndedRow, Figures } from '@/lib/statistics/traffic';
import { ownDatabase } from '@/testing/database';
import { plantRecords, recordOf, recordsOverMonths } from '@/testing/records';
import { askedPeriod, parseStatisticsView } from './statistics-view';

/** Charts of all integrations count every record of the database. */
const { db, sql } = await ownDatabase();

/** The database's clock decides which months are old. */
const now = new Date();
const dayAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
const planted = [
  ...recordsOverMonths(new Date(now.getTime() - 1_000)),
  // Long before, so that every period has one to be compared with.
  recordOf({ createdAt: new Date(now.getTime() - 1_000 * DAY_MS) }),
  recordOf({ integrationId: 2, createdAt: new Date(now.getTime() - 1_000 * DAY_MS) }),
];

await plantRecords(sql, planted.slice(0, -60));
await foldCounts(sql);
// Not folded in yet.
await plantRecords(sql, planted.slice(-60));
await sql`DELETE FROM query_counts WHERE grain = 'hour' AND integration_id > 0
  AND start < now() - make_interval(days => ${HOURS_KEPT_DAYS})`;

const periods: readonly (PeriodOf<'statistics'> | Days)[] = [
  '24h',
  '7d',
  '30d',
  '90d',
  '13m',
  { from: dayAgo(3), to: dayAgo(2) },
  { from: dayAgo(60), to: dayAgo(58) },
  { from: dayAgo(100), to: dayAgo(40) },
];
const filters: readonly ChartFilter[] = [
  {},
  { integrationId: 1 },
  { lookup: 'rtu' },
  { integrationId: 2, lookup: 'omisos' },
];

const cases = periods.flatMap((asked) =>
  filters.map((filter) => {
    const integration = filter.integrationId !== undefined;
    return { filter, period: chartPeriod(asked, now, { integration }) };
  }),
);

interface Recorded extends EndedRow {
  readonly integrationId: number;
  readonly lookup: Lookup;
}

/** Counts the records of a span one by one. */
function recorded({ from, to }: Span, { integrationId, lookup }: ChartFilter) {
  return sql<Recorded[]>`
    SELECT integration_id AS "integrationId", lookup, latency_bucket(duration_ms)::int AS latency,
      CASE ending WHEN 'found' THEN 'success' WHEN 'empty' THEN 'empty' WHEN 'source_not_found' THEN 'no_result'
        WHEN 'source_unavailable' THEN 'source' WHEN 'interrupted' THEN 'ours' END AS result,
      count(*)::int AS queries, sum(charged)::text AS charged
    FROM query_records
    WHERE created_at >= ${from.toISOString()}::text::timestamptz
      AND created_at < ${to.toISOString()}::text::timestamptz
      AND integration_id = coalesce(${integrationId ?? null}, integration_id)
      AND lookup = coalesce(${lookup ?? null}, lookup)
    GROUP BY 1, 2, 3, 4`;
}

function resultsOf(rows: readonly Recorded[]) {
  const of = (result: string) =>
    rows.reduce((sum, row) => sum + (row.result === result ? row.queries : 0), 0);
  return {
    success: of('success'),
    empty: of('empty'),
    no_result: of('no_result'),
    source: of('source'),
    ours: of('ours'),
  };
}

function figuresOf(rows: readonly Recorded[]) {
  const latency = new Map<number, number>();
  for (const row of rows) latency.set(row.latency, (latency.get(row.latency) ?? 0) + row.queries);
  const queries = rows.reduce((sum, row) => sum + row.queries, 0);
  const results = resultsOf(rows);
  return {
    queries,
    results,
    successShare: queries === 0 ? undefined : results.success / queries,
    ...percentilesOf(latency),
    charged: rows.reduce((sum, row) => sum + BigInt(row.charged), 0n),
  };
}

function byLookup<Value>(rows: readonly Recorded[], of: (own: readonly Recorded[]) => Value) {
  return Object.fromEntries(
    LOOKUPS.map((lookup) => [lookup, of(rows.filter((row) => row.lookup === lookup))]),
  );
}

/** Leaves out the percentiles of few queries, which are those of the records while they are kept. */
function counted({ p50Ms: _50, p95Ms: _95, p99Ms: _99, estimated: _, ...figures }: Figures) {
  return figures;
}

interface Case {
  readonly period: ChartPeriod;
  readonly filter: ChartFilter;
}

/** Computes the expected charts from the records. */
async function expected({ period, filter }: Case) {
  const own = await recorded(period, filter);
  const anyLookup = await recorded(period, { integrationId: filter.integrationId });
  const anybody = await recorded(period, { lookup: filter.lookup });
  const bars = await Promise.all(
    period.bars.map(async (bar) => {
      const rows = await recorded(bar, filter);
      return { ...bar, ...figuresOf(rows), lookups: byLookup(rows, resultsOf) };
    }),
  );
  const ranking = [1, 2]
    .map((integrationId) => ({
      integrationId,
      figures: figuresOf(anybody.filter((row) => row.integrationId === integrationId)),
    }))
    .filter(({ figures }) => figures.queries > 0)
    .sort((one, other) => other.figures.queries - one.figures.queries);
  return {
    total: counted(figuresOf(own)),
    lookups: byLookup(anyLookup, (rows) => counted(figuresOf(rows))),
    bars,
    ranking: { integrations: ranking, queries: figuresOf(anybody).queries },
  };
}

async function shown({ period, filter }: Case) {
  const { total, lookups, bars } = await readCharts(db, period, filter);
  const ranking = await rankIntegrations(db, period, filter, 20);
  return {
    total: counted(total.now),
    lookups: Object.fromEntries(LOOKUPS.map((lookup) => [lookup, counted(lookups[lookup].now)])),
    bars,
    ranking,
  };
}

describe('charts of a period', () => {
  it('say what the records say, and go on saying it when the records are gone', async () => {
    const truth = await Promise.all(cases.map(expected));
    expect(truth.filter(({ total }) => total.queries > 0).length).toBeGreaterThan(20);
    expect(await Promise.all(cases.map(shown))).toEqual(truth);
    await foldCounts(sql);
    const dropped = [];
    for (let one = ['']; one.length > 0; dropped.push(...one)) one = await dropMonths(db, 1);
    expect(dropped.length).toBeGreaterThan(1);
    expect(await Promise.all(cases.map(shown))).toEqual(truth);
  });

  it('that has passed are compared with the records of the same weekdays before it', async () => {
    const days = { from: dayAgo(9), to: dayAgo(5) };
    const period = chartPeriod(days, now, { integration: false });
    const { total, isComparable } = await readCharts(db, period, {});
    expect(isComparable).toBe(true);
    expect(period.from.getTime() - period.before.from.getTime()).toBe(7 * DAY_MS);
    expect(total.before).toEqual(figuresOf(await recorded(period.before, {})));
  });

  it('that begins with the counts are compared with nothing', async () => {
    const period = chartPeriod('7d', now, { integration: true });
    const charts = await readCharts(db, period, { integrationId: 3 });
    expect(charts).toMatchObject({ isComparable: false, total: { now: { queries: 0 } } });
    expect(charts.bars.every(({ queries }) => queries === 0)).toBe(true);
  });
});

describe('the address', () => {
  it('says a period, or days that are more exact', () => {
    const view = (text: string) =>
      parseStatisticsView(Object.fromEntries(new URLSearchParams(text)));
    const at = new Date('2026-11-21T04:00:00Z');
    expect(askedPeriod(view(''), at)).toBe('7d');
    expect(askedPeriod(view('period=90d&from=nonsense'), at)).toBe('90d');
    expect(askedPeriod(view('period=90d&from=2026-11-03'), at)).toEqual({
      from: '2026-11-03',
      to: '2026-11-20',
    });
    expect(askedPeriod(view('to=2026-10-31'), at)).toEqual({
      from: '2026-10-02',
      to: '2026-10-31',
    });
    expect(view('integration=%20FEL-Uno&lookup=omisos')).toEqual({
      period: '7d',
      integration: 'fel-uno',
      lookup: 'omisos',
    });
  });
});
