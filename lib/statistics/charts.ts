import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY, type IntegrationIds, isOneOf } from '@/db/integration-ids';
import type { Span } from '@/lib/base/time/time';
import { byLookup, type Lookup } from '@/lib/contract/lookups';
import { barOf } from './bars';
import type { ChartPeriod } from './chart-periods';
import { type Result, resultOfRow } from './endings';
import { bins, firstCountedDay } from './histogram';
import { withoutEarlier } from './slices';
import {
  type ByResult,
  type Figures,
  figuresOfParts,
  inSpan,
  readTotals,
  resultsOf,
  type Totals,
} from './traffic';

/** Filter of the charts; missing fields match everything. */
export interface ChartFilter {
  readonly integrationId?: IntegrationIds | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface ChartBar extends Figures, Span {
  readonly lookups: Readonly<Record<Lookup, ByResult>>;
}

export interface Charts extends Totals {
  readonly bars: readonly ChartBar[];
  /** Whether the counts cover the whole earlier period. */
  readonly isComparable: boolean;
}

/**
 * Reads the charts of a period from the counts alone, which outlive the records. `total` and `bars`
 * follow the filter; `lookups` covers all lookups of its integration.
 */
export async function readCharts(
  db: Database,
  period: ChartPeriod,
  filter: ChartFilter = {},
): Promise<Charts> {
  const { lookup, integrationId } = filter;
  const [{ isComparable, ...totals }, rows] = await Promise.all([
    comparedTotals(db, period, integrationId),
    db.execute<BarRow>(barsStatement(period, filter)),
  ]);
  return {
    lookups: totals.lookups,
    total: lookup === undefined ? totals.total : totals.lookups[lookup],
    bars: barsOf(period, rows),
    isComparable,
  };
}

/** Reads the earlier period only if the counts cover it. */
async function comparedTotals(
  db: Database,
  { slices, before }: ChartPeriod,
  integrationId: IntegrationIds | undefined,
): Promise<Totals & Pick<Charts, 'isComparable'>> {
  const first = await firstCountedDay(db, { integrationId });
  const isComparable = first !== undefined && first <= before.from;
  const read = isComparable ? slices : withoutEarlier(slices);
  return { ...(await readTotals(db, read, integrationId)), isComparable };
}

/** Counts of a lookup and ending, or of a latency class. */
type BarRow = { readonly barMs: number; readonly queries: number } & (
  | { readonly lookup: Lookup; readonly result: Result; readonly charged: string }
  | { readonly lookup: null; readonly latency: number }
);

/** Groups the counts by lookup and ending, and by latency, in one pass. */
function barsStatement(
  period: ChartPeriod,
  { integrationId = EVERYBODY, lookup }: ChartFilter,
): SQL {
  const { barGrain, unitMs } = period;
  return sql`
    SELECT (extract(epoch FROM bar) * 1000)::float8 AS "barMs", lookup, result,
      latency::int AS latency, sum(queries)::int AS queries, sum(charged)::bigint::text AS charged
    FROM (
      SELECT ${bins(unitMs)(sql`start`)} AS bar, lookup, ${resultOfRow} AS result, latency, queries,
        charged
      FROM counted_queries
      WHERE grain = ${barGrain} AND ${isOneOf(sql`integration_id`, integrationId)}
        AND ${inSpan(sql`start`, period)} ${ofLookup({ lookup })}
    ) AS counted
    GROUP BY GROUPING SETS ((bar, lookup, result), (bar, latency))`;
}

function barsOf({ bars, unitMs }: ChartPeriod, rows: readonly BarRow[]): ChartBar[] {
  const byBar = new Map<number, BarRow[]>();
  for (const row of rows) byBar.set(row.barMs, [...(byBar.get(row.barMs) ?? []), row]);
  return bars.map((bar) => ({
    ...bar,
    ...barFigures(byBar.get(barOf(bar.from, unitMs).getTime()) ?? []),
  }));
}

function barFigures(rows: readonly BarRow[]): Omit<ChartBar, keyof Span> {
  const ended = rows.filter((row) => row.lookup !== null);
  const timed = rows.filter((row) => row.lookup === null);
  return {
    ...figuresOfParts(ended, timed),
    lookups: byLookup((lookup) => resultsOf(ended.filter((row) => row.lookup === lookup))),
  };
}

/** Returns SQL that limits counts to the lookup of a filter. */
export function ofLookup({ lookup }: ChartFilter): SQL {
  return lookup === undefined ? sql`` : sql`AND lookup = ${lookup}`;
}
