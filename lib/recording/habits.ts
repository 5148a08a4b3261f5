import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { OWN_REQUEST_ID } from '@/lib/base/values/request-id';
import { REPEATED_WITHIN_MINUTES } from './repeated-charges';

/** How the client of an integration behaves, read from its newest records since an instant. */
export interface Habits {
  /** Whole minute from which records were read; null when all of the period were. */
  readonly since: Date | null;
  readonly queries: number;
  /** Queries whose client hung up, with the usual range of their durations. */
  readonly gaveUp: number;
  readonly gaveUpFromMs: number | null;
  readonly gaveUpToMs: number | null;
  /** Charges for an identifier that was answered and charged minutes before, and their sum. */
  readonly paidTwice: number;
  readonly paidTwiceAmount: bigint;
  /** Queries that failed like an earlier one for the same identifier, minutes before. */
  readonly repeatedFailures: number;
  /** Queries without a request id of the client. */
  readonly withoutRequestId: number;
}

/** Records that are read at most: enough to show a habit, and few milliseconds to read. */
export const HABIT_RECORDS = 2_000;

/** Reads the habits of a client from its newest records since `from`. */
export async function readHabits(db: Database, integrationId: number, from: Date): Promise<Habits> {
  const [habits] = await db.execute<Row>(sql`
    WITH cut AS (
      SELECT date_trunc('minute', created_at) + interval '1 minute' AS at FROM query_records
      WHERE integration_id = ${integrationId} AND created_at >= ${from.toISOString()}::timestamptz
      ORDER BY created_at DESC, id DESC OFFSET ${HABIT_RECORDS} LIMIT 1
    ), newest AS (
      SELECT created_at, lookup, estado, status, ending, duration_ms, charged,
        identifier_keys, request_id, repeated
      FROM query_records
      WHERE integration_id = ${integrationId}
        AND created_at >= coalesce((SELECT at FROM cut), ${from.toISOString()}::timestamptz)
    ), spaced AS (
      SELECT *, identifier_keys <> '{}'
        AND lag(created_at) OVER same > created_at - ${`${REPEATED_WITHIN_MINUTES} minutes`}::interval
        AS repeats
      FROM newest
      WINDOW same AS (PARTITION BY lookup, identifier_keys, status, charged > 0 ORDER BY created_at)
    )
    SELECT (SELECT at::text FROM cut) AS "since", count(*)::int AS "queries",
      count(*) FILTER (WHERE estado = 'cancelada')::int AS "gaveUp",
      percentile_cont(0.1) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE estado = 'cancelada')
        AS "gaveUpFromMs",
      percentile_cont(0.9) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE estado = 'cancelada')
        AS "gaveUpToMs",
      count(*) FILTER (WHERE repeated)::int AS "paidTwice",
      coalesce(sum(charged) FILTER (WHERE repeated), 0)::text AS "paidTwiceAmount",
      count(*) FILTER (WHERE repeats
        AND ending IN ('passed_on', 'source_not_found', 'source_rejected_input'))::int AS "repeatedFailures",
      count(*) FILTER (WHERE request_id ~ ${OWN_REQUEST_ID})::int AS "withoutRequestId"
    FROM spaced`);
  if (habits === undefined) throw new Error('The habits gave no row.');
  const { since, paidTwiceAmount } = habits;
  return {
    ...habits,
    since: since === null ? null : new Date(since),
    paidTwiceAmount: BigInt(paidTwiceAmount),
  };
}

type Row = {
  [Name in keyof Habits]: Name extends 'since'
    ? string | null
    : Habits[Name] extends bigint
      ? string
      : Habits[Name];
};
