import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { Family } from '@/lib/contract/families';
import { byLookup, LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { recordOf } from '@/lib/record';
import { ENDINGS, type Ending, endingOfRow } from './endings';
import { type Percentiles, percentilesOf } from './latency';
import type { Slice } from './slices';

export type ByEnding = Readonly<Record<Ending, number>>;

/** What a span of time comes to. */
export interface Figures extends Percentiles {
  readonly queries: number;
  readonly endings: ByEnding;
  /** Share of the queries that ended in success; `undefined` when there were none. */
  readonly successShare: number | undefined;
  readonly charged: bigint;
}

export interface Compared {
  readonly now: Figures;
  readonly before: Figures;
}

export interface Totals {
  readonly total: Compared;
  readonly lookups: Readonly<Record<Lookup, Compared>>;
}

/** Every integration together. */
const EVERYBODY = 0;

/** What these slices come to, in all and by lookup; of one integration, or of all. */
export async function readTotals(
  db: Database,
  slices: readonly Slice[],
  integrationId = EVERYBODY,
): Promise<Totals> {
  const rows = await db.execute<TotalRow>(totalsOf(slices, integrationId));
  const compared = (some: readonly TotalRow[]): Compared => ({
    now: figuresOf(some.filter(({ span }) => span === 'now')),
    before: figuresOf(some.filter(({ span }) => span === 'before')),
  });
  return {
    total: compared(rows),
    lookups: byLookup((lookup) => compared(rows.filter((row) => row.lookup === lookup))),
  };
}

/** Counted queries that ended alike and took about as long. */
export interface EndedRow extends Record<string, unknown> {
  readonly ending: Ending;
  readonly latency: number;
  readonly queries: number;
  /** Decimal text of an integer. */
  readonly charged: string;
}

interface TotalRow extends EndedRow {
  readonly span: 'now' | 'before';
  readonly lookup: string;
}

/** Slice by slice, so that each is found by the counts' key. */
function totalsOf(slices: readonly Slice[], integrationId: number): SQL {
  const parts = slices.map(
    ({ span, grain, from, to, weight }) => sql`
      SELECT ${span}::text AS span, lookup, outcome, status, latency,
        queries * ${weight}::float8 AS queries, charged * ${weight}::float8 AS charged
      FROM counted_queries
      WHERE grain = ${grain} AND integration_id = ${integrationId}
        AND start >= ${from.toISOString()}::timestamptz AND start < ${to.toISOString()}::timestamptz`,
  );
  return sql`
    SELECT span, lookup, ${endingOfRow} AS ending, latency::int AS latency,
      sum(queries)::float8 AS queries, sum(charged)::bigint::text AS charged
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS counted
    GROUP BY 1, 2, 3, 4`;
}

/** The source that a row's lookup asks. */
export const sourceOfRow = sql<Family>`CASE lookup ${sql.join(
  LOOKUPS.map((lookup) => sql.raw(`WHEN '${lookup}' THEN '${lookupFacts[lookup].family}' `)),
)}END`;

/** What rows come to, whatever else they are told apart by. */
export function figuresOf(rows: readonly EndedRow[]): Figures {
  const latency = new Map<number, number>();
  for (const row of rows) latency.set(row.latency, (latency.get(row.latency) ?? 0) + row.queries);
  const endings = endingsOf(rows);
  const queries = sumOf(endings);
  return {
    queries,
    endings,
    successShare: queries === 0 ? undefined : endings.success / queries,
    ...percentilesOf(latency),
    charged: rows.reduce((sum, { charged }) => sum + BigInt(charged), 0n),
  };
}

/** Queries of a span before are in proportion for a part of an hour: whole ones are told. */
export function endingsOf(rows: readonly Pick<EndedRow, 'ending' | 'queries'>[]): ByEnding {
  const of = (ending: Ending) =>
    Math.round(rows.reduce((sum, row) => sum + (row.ending === ending ? row.queries : 0), 0));
  return recordOf(ENDINGS, of);
}

/** All that ended, however it did. */
export function sumOf(endings: ByEnding): number {
  return ENDINGS.reduce((sum, ending) => sum + endings[ending], 0);
}
