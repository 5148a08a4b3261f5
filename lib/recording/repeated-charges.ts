import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/db/client';
import { MINUTE_MS, SECOND_MS, type Span } from '@/lib/base/time/time';
import { oldestRecord } from './slices';

/** Time in which paying for the same identifiers again counts as repetition. */
export const REPEATED_WITHIN_MINUTES = 10;
/** Usual time until a repeated charge is marked, since older queries must have ended first. */
export const MARKED_WITHIN_MINUTES = 4;

const SLICE_MS = REPEATED_WITHIN_MINUTES * MINUTE_MS;
/** Longest run; the next one goes on. Other tasks wait meanwhile. */
const PATIENCE_MS = 15 * SECOND_MS;

/** Result of a run, for the next one: every repeated charge before it is marked. */
const progressSchema = z.object({ until: z.iso.datetime() });

/**
 * Marks the repeated charges among the records since the last run, at first among all. A search for
 * the earlier charge would take a quarter of a settlement's CPU time, and this takes 2 %. It also
 * sees charges that are settled at the same moment.
 */
export async function markRepeatedCharges(db: Database, previous: unknown) {
  const last = progressSchema.safeParse(previous);
  const startedAt = performance.now();
  const end = await endedUntil(db);
  let until = new Date(last.success ? last.data.until : 0);
  // The newest first: they do not wait while older ones are behind.
  const recent = new Date(Math.max(until.getTime(), end.getTime() - SLICE_MS));
  await markIn(db, { from: recent, to: end });
  while (until < recent && performance.now() - startedAt < PATIENCE_MS) {
    const from = (await oldestRecord(db, until)) ?? recent;
    until = new Date(Math.min(from.getTime() + SLICE_MS, recent.getTime()));
    if (from < until) await markIn(db, { from, to: until });
  }
  // Not beyond the end: after a clock that was ahead, what follows must be marked too.
  return { until: (until < recent ? until : end).toISOString() };
}

/** Returns the time before which every query has ended. Holds of the last seconds may be unseen. */
async function endedUntil(db: Database): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`
    SELECT least(clock_timestamp() - interval '10 seconds', min(created_at))::text AS at FROM holds`);
  if (row === undefined) throw new Error('No clock was returned.');
  return new Date(row.at);
}

/**
 * Marks the charges of a span for which the same integration paid for the same identifiers at the
 * same lookup shortly before. Answers that we could not read are no reason to blame it. Sorts: a
 * join would be planned from statistics that lag behind.
 */
async function markIn(db: Database, { from, to }: Span): Promise<void> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const within = sql`make_interval(mins => ${REPEATED_WITHIN_MINUTES})`;
  await db.execute(sql`
    WITH charges AS (
      SELECT id, created_at, lag(created_at) OVER (
        PARTITION BY integration_id, lookup, identifier_keys ORDER BY created_at, id
      ) > created_at - ${within} AS repeated
      FROM query_records
      WHERE created_at > ${start}::timestamptz - ${within} AND created_at < ${end}::timestamptz
        AND charged > 0 AND identifier_keys <> '{}' AND responsible <> 'ours'
    )
    UPDATE query_records q SET repeated = true FROM charges c
    WHERE c.repeated AND q.id = c.id AND q.created_at = c.created_at AND NOT q.repeated
      AND q.created_at >= ${start}::timestamptz AND q.created_at < ${end}::timestamptz`);
}
