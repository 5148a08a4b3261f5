import { and, asc, eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY, isOneOf } from '@/db/integration-ids';
import { countedQueries } from '@/db/schema/index';
import type { Span } from '@/lib/base/time/time';
import { BAR_ORIGIN } from './bars';
import { type Result, resultOfRow } from './endings';
import { type Facets, facetConditions } from './facets';

/** Number of queries of a bar with one ending. */
export interface BarCount {
  readonly bar: Date;
  readonly kind: Result;
  readonly queries: number;
}

export function bins(unitMs: number): (instant: SQLWrapper) => SQL {
  const width = sql`${unitMs / 1_000} * interval '1 second'`;
  return (instant) => sql`date_bin(${width}, ${instant}, ${BAR_ORIGIN.toISOString()}::timestamptz)`;
}

/**
 * Counts queries by bar and ending. `span` begins and ends with the grain. A free query counts as
 * charged if the same hour has charged queries of its kind.
 */
export async function countedBars(
  db: Database,
  facets: Facets,
  grain: 'hour' | 'day',
  { from, to }: Span,
  unitMs: number,
): Promise<BarCount[]> {
  const { start, ending, responsible, queries, charged } = countedQueries;
  // Groups equal rows within an hour or day first: of thousands of rows that differ only by latency
  // and lookup, bar and ending are then computed once.
  const alike = db
    .select({ start, ending, responsible, queries: sql<number>`sum(${queries})`.as('queries') })
    .from(countedQueries)
    .where(
      and(
        eq(countedQueries.grain, grain),
        gte(start, from),
        lt(start, to),
        ...facetConditions(facets),
        facets.charged === false ? eq(charged, 0n) : undefined,
      ),
    )
    .groupBy(start, ending, responsible)
    .as('alike');
  return db
    .select({
      bar: bins(unitMs)(alike.start).mapWith(start).as('bar'),
      kind: resultOfRow,
      queries: sql<number>`sum(${alike.queries})::int`,
    })
    .from(alike)
    .groupBy(sql`1`, sql`2`);
}

/** Finds the first counted day of integrations, or of all. */
export async function firstCountedDay(
  db: Database,
  { integrationId = EVERYBODY }: Facets,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ start: countedQueries.start })
    .from(countedQueries)
    .where(
      and(eq(countedQueries.grain, 'day'), isOneOf(countedQueries.integrationId, integrationId)),
    )
    .orderBy(asc(countedQueries.start))
    .limit(1);
  return row?.start;
}
