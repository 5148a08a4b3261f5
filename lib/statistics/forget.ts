import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { LATENCY_BOUNDS_MS } from './latency';

/** Latency classes that become one in old days. */
const CLASSES_MERGED = 4;
/** Days that one run merges at most. */
const DAYS_AT_ONCE = 31;

/** Days for which hourly counts and exact latency classes of single integrations are kept. */
export const HOURS_KEPT_DAYS = 40;

export async function forgetHours(db: Database): Promise<number> {
  const { count } = await db.execute(sql`
    DELETE FROM query_counts WHERE grain = 'hour'
      AND integration_id IN (SELECT id FROM integrations)
      AND start < clock_timestamp() - make_interval(days => ${HOURS_KEPT_DAYS})`);
  return count;
}

/**
 * Merges neighbouring latency classes in days of single integrations that are older than their
 * hours, because a quiet integration has almost a row for each query. Goes on at `since`, and
 * returns where it ended.
 */
export async function coarsenDays(db: Database, since: string | undefined): Promise<string> {
  const single = sql`grain = 'day' AND integration_id IN (SELECT id FROM integrations)`;
  const [span] = await db.execute<{ from: string; until: string }>(sql`
    WITH old AS (SELECT clock_timestamp() - make_interval(days => ${HOURS_KEPT_DAYS}) AS until),
    span AS (
      SELECT until, coalesce(${since ?? null}::timestamptz,
        (SELECT min(start) FROM query_counts WHERE ${single}), until) AS from FROM old
    )
    SELECT span.from::text,
      least(until, span.from + make_interval(days => ${DAYS_AT_ONCE}))::text AS until
    FROM span`);
  const { from = '', until = '' } = span ?? {};
  const widest = LATENCY_BOUNDS_MS.length;
  const merged = sql`least(latency - latency % ${CLASSES_MERGED} + 2, ${widest})::smallint`;
  await db.execute(sql`
    WITH taken AS (
      DELETE FROM query_counts WHERE ${single} AND latency >= 0 AND latency <> ${merged}
        AND start >= ${from}::timestamptz AND start < ${until}::timestamptz
      RETURNING *
    )
    INSERT INTO query_counts AS c (grain, integration_id, start, lookup, ending, responsible,
      status, latency, queries, charged)
    SELECT grain, integration_id, start, lookup, ending, responsible, status, ${merged},
      sum(queries), sum(charged)
    FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (grain, integration_id, start, lookup, ending, responsible, status, latency)
      DO UPDATE SET queries = c.queries + excluded.queries, charged = c.charged + excluded.charged`);
  return until;
}
