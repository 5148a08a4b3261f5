import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import { HOUR_MS } from '@/lib/time';
import { conditionsOf, type RecordFilter, within } from './filter';
import { instantOf } from './search';

/** Number of records added up to an instant. */
export interface Settled {
  /** At most {@link MOST_SETTLED}. */
  readonly count: number;
  /** Start of the next count, in microseconds since 1970 by the database's clock. */
  readonly at: bigint;
}

export const MOST_SETTLED = 1_000;

/** Longest time between the start of a query and its record. */
const LONGEST_QUERY_MS = 120_000;
/** Tolerance for a clock of ours that is ahead of the database's. */
const AHEAD_MS = HOUR_MS;
/** A settlement becomes visible after its timestamp, so younger ones wait for the next count. */
const COMMIT_TAKES = sql`interval '1 second'`;

/**
 * Counts the records of a filter that were added since `since`; without it, returns only the
 * instant. Reads the newest part of the index by time, from shortly before `since`.
 */
export async function settledSince(
  db: Database,
  filter: RecordFilter,
  since?: bigint,
): Promise<Settled> {
  const count = since === undefined ? sql`0` : countSince(filter, since);
  const delay = since === undefined ? sql`interval '0'` : COMMIT_TAKES;
  const [row] = await db.execute<{ at: string; count: number }>(sql`
    SELECT (extract(epoch FROM moment.at) * 1000000)::bigint::text AS at, ${count} AS count
    FROM (SELECT clock_timestamp() - ${delay} AS at) AS moment`);
  if (row === undefined) throw new Error('The count gave no row.');
  const at = BigInt(row.at);
  return { count: row.count, at: since !== undefined && since > at ? since : at };
}

function countSince(filter: RecordFilter, since: bigint): SQL {
  const from = new Date(Number(since / 1000n) - LONGEST_QUERY_MS);
  const conditions = and(
    ...conditionsOf(filter),
    ...within({ from, to: new Date(Date.now() + AHEAD_MS) }),
    sql`${queryRecords.settledAt} > ${instantOf(since)}::timestamptz`,
    sql`${queryRecords.settledAt} <= moment.at`,
  );
  return sql`(SELECT count(*)::int FROM (
    SELECT FROM ${queryRecords} WHERE ${conditions} LIMIT ${MOST_SETTLED}) AS settled)`;
}
