import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { recordedEnding } from '@/db/schema/index';
import { OWN_REQUEST_ID } from '@/lib/base/values/request-id';

/** How the client of an integration behaves, read from its newest records. */
export interface Habits {
  readonly queries: number;
  /** Queries whose client hung up, with the usual range of their durations. */
  readonly gaveUp: number;
  readonly gaveUpFromMs: number | null;
  readonly gaveUpToMs: number | null;
  /** Charges for an identifier that was answered and charged minutes before, and their sum. */
  readonly paidTwice: number;
  readonly paidTwiceAmount: bigint;
  /** The newest of these charges. */
  readonly paidTwiceId: string | null;
  /** Queries that failed like an earlier one for the same identifier, minutes before. */
  readonly repeatedFailures: number;
  /** Queries without a request id of the client. */
  readonly withoutRequestId: number;
}

/** Records that are read at most: enough to show a habit, and few milliseconds to read. */
export const HABIT_RECORDS = 2_000;
export const HABIT_DAYS = 7;
/** Time in which asking for the same identifier again counts as repetition. */
export const REPEATED_WITHIN_MINUTES = 10;

/** Reads the habits of a client from its newest records of a week. */
export async function readHabits(db: Database, integrationId: number): Promise<Habits> {
  const [habits] = await db.execute<Row>(sql`
    WITH newest AS (
      SELECT id, created_at, lookup, estado, status, ${recordedEnding} AS ended, duration_ms,
        charged, identifier_keys, request_id
      FROM query_records
      WHERE integration_id = ${integrationId}
        AND created_at > now() - ${`${HABIT_DAYS} days`}::interval
      ORDER BY created_at DESC, id DESC LIMIT ${HABIT_RECORDS}
    ), spaced AS (
      SELECT *, identifier_keys <> '{}'
        AND lag(created_at) OVER same > created_at - ${`${REPEATED_WITHIN_MINUTES} minutes`}::interval
        AS repeats
      FROM newest
      WINDOW same AS (PARTITION BY lookup, identifier_keys, status, charged > 0 ORDER BY created_at)
    )
    SELECT count(*)::int AS "queries",
      count(*) FILTER (WHERE estado = 'cancelada')::int AS "gaveUp",
      percentile_cont(0.1) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE estado = 'cancelada')
        AS "gaveUpFromMs",
      percentile_cont(0.9) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE estado = 'cancelada')
        AS "gaveUpToMs",
      count(*) FILTER (WHERE repeats AND charged > 0)::int AS "paidTwice",
      coalesce(sum(charged) FILTER (WHERE repeats AND charged > 0), 0)::text AS "paidTwiceAmount",
      (array_agg(id ORDER BY created_at DESC) FILTER (WHERE repeats AND charged > 0))[1]
        AS "paidTwiceId",
      count(*) FILTER (WHERE repeats
        AND ended IN ('passed_on', 'source_not_found', 'source_rejected_input'))::int AS "repeatedFailures",
      count(*) FILTER (WHERE request_id ~ ${OWN_REQUEST_ID})::int AS "withoutRequestId"
    FROM spaced`);
  if (habits === undefined) throw new Error('The habits gave no row.');
  return { ...habits, paidTwiceAmount: BigInt(habits.paidTwiceAmount) };
}

type Row = { [Name in keyof Habits]: Habits[Name] extends bigint ? string : Habits[Name] };
