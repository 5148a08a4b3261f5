import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY, type IntegrationIds, isOneOf } from '@/db/integration-ids';
import type { Span } from '@/lib/base/time/time';
import { recordOf } from '@/lib/base/values/record';
import { byLookup, type Lookup } from '@/lib/contract/lookups';
import { RESULTS, type Result, resultOfRow } from './endings';
import { type ExactPercentiles, exactPercentiles } from './exact-percentiles';
import { type Percentiles, percentilesOf } from './latency';
import { type Slice, withoutEarlier } from './slices';

export type ByResult = Readonly<Record<Result, number>>;

export interface Figures extends Percentiles {
  readonly queries: number;
  readonly results: ByResult;
  /** Share of successful queries; `undefined` without queries. */
  readonly successShare: number | undefined;
  readonly charged: bigint;
}

export interface Compared {
  readonly now: Figures;
  /** Without the hour or day in progress: as long as `before`. */
  readonly whole: Figures;
  readonly before: Figures;
}

export interface Totals {
  readonly total: Compared;
  readonly lookups: Readonly<Record<Lookup, Compared>>;
}

/** Reads the totals of slices by lookup, for some integrations or all. */
export async function readTotals(
  db: Database,
  slices: readonly Slice[],
  integrationId: IntegrationIds = EVERYBODY,
): Promise<Totals> {
  const rows = await db.execute<TotalRow>(totalsOf(slices, integrationId));
  const all = figuresOf(withoutEarlier(rows));
  const exact = await exactPercentiles(db, slices, integrationId, all.queries);
  const compared = (some: readonly TotalRow[], percentiles?: ExactPercentiles): Compared => {
    const figures = (...of: TotalRow['span'][]) =>
      figuresOf(some.filter(({ span }) => of.includes(span)));
    const now = figures('now', 'running');
    return {
      now: { ...now, ...exactFor(now, percentiles) },
      whole: figures('now'),
      before: figures('before'),
    };
  };
  return {
    total: compared(rows, exact.get(null)),
    lookups: byLookup((lookup) =>
      compared(
        rows.filter((row) => row.lookup === lookup),
        exact.get(lookup),
      ),
    ),
  };
}

/** Returns exact percentiles when they cover every counted query. */
function exactFor({ queries }: Figures, exact?: ExactPercentiles): Percentiles | undefined {
  return exact?.queries === queries ? exact.percentiles : undefined;
}

/** Counted queries with one result and latency class. */
export interface EndedRow {
  readonly result: Result;
  readonly latency: number;
  readonly queries: number;
  /** An integer as decimal text. */
  readonly charged: string;
}

interface TotalRow extends EndedRow, Record<string, unknown> {
  readonly span: Slice['span'];
  readonly lookup: string;
}

/** Reads each slice by the key of the counts. */
function totalsOf(slices: readonly Slice[], integrationId: IntegrationIds): SQL {
  const parts = slices.map(
    ({ span, grain, from, to }) => sql`
      SELECT ${span}::text AS span, lookup, ending, responsible, latency, queries, charged
      FROM counted_queries
      WHERE grain = ${grain} AND ${isOneOf(sql`integration_id`, integrationId)}
        AND ${inSpan(sql`start`, { from, to })}`,
  );
  return sql`
    SELECT span, lookup, ${resultOfRow} AS result, latency::int AS latency,
      sum(queries)::float8 AS queries, sum(charged)::text AS charged
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS counted
    GROUP BY 1, 2, 3, 4`;
}

export function inSpan(instant: SQL, { from, to }: Span): SQL {
  return sql`${instant} >= ${from.toISOString()}::timestamptz
    AND ${instant} < ${to.toISOString()}::timestamptz`;
}

export function figuresOf(rows: readonly EndedRow[]): Figures {
  return figuresOfParts(rows, rows);
}

/** Adds up rows to figures: `timed` to percentiles, `ended` to everything else. */
export function figuresOfParts(
  ended: readonly Omit<EndedRow, 'latency'>[],
  timed: readonly Pick<EndedRow, 'latency' | 'queries'>[],
): Figures {
  const counts = new Map<number, number>();
  for (const { latency, queries } of timed) {
    counts.set(latency, (counts.get(latency) ?? 0) + queries);
  }
  const results = resultsOf(ended);
  const queries = sumOf(results);
  return {
    queries,
    results,
    successShare: queries === 0 ? undefined : results.success / queries,
    ...percentilesOf(counts),
    charged: ended.reduce((sum, { charged }) => sum + BigInt(charged), 0n),
  };
}

/** Adds up queries by ending. */
export function resultsOf(rows: readonly Pick<EndedRow, 'result' | 'queries'>[]): ByResult {
  const of = (result: Result) =>
    rows.reduce((sum, row) => sum + (row.result === result ? row.queries : 0), 0);
  return recordOf(RESULTS, of);
}

/** Adds up the queries of all results. */
export function sumOf(results: ByResult): number {
  return RESULTS.reduce((sum, result) => sum + results[result], 0);
}
