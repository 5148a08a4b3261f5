import type { Sql } from '@/db/client';
import { LOCKS } from '@/db/locks';

/** Rows per statement, well within its time limit. */
const MAX_FOLDED_AT_ONCE = 20_000;

/** Adds pending counts to the statistics, each once, one instance at a time. Returns how many. */
export async function foldCounts(sql: Sql): Promise<number> {
  let folded = 0;
  for (;;) {
    const taken = await foldSome(sql);
    folded += taken;
    if (taken < MAX_FOLDED_AT_ONCE) return folded;
  }
}

async function foldSome(sql: Sql): Promise<number> {
  const [row] = await sql<{ taken: number }[]>`
    WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCKS.fold_counts}) AS mine),
    taken AS (
      DELETE FROM pending_counts
      WHERE (SELECT mine FROM turn)
        AND ctid = ANY (ARRAY(SELECT ctid FROM pending_counts LIMIT ${MAX_FOLDED_AT_ONCE}))
      RETURNING *
    ), by_time AS (
      INSERT INTO query_counts AS c (grain, integration_id, start, lookup, ending, responsible,
        status, latency, queries, charged)
      SELECT g.grain, i.integration_id,
        CASE g.grain WHEN 'day' THEN guatemala_day(t.hour) ELSE t.hour END,
        t.lookup, t.ending, t.responsible, t.status, t.latency, sum(t.queries), sum(t.charged)
      FROM taken t CROSS JOIN (VALUES ('hour'), ('day')) AS g(grain)
        CROSS JOIN LATERAL (VALUES (t.integration_id), (0)) AS i(integration_id)
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
      ON CONFLICT (grain, integration_id, start, lookup, ending, responsible, status, latency)
        DO UPDATE SET queries = c.queries + excluded.queries, charged = c.charged + excluded.charged
    ), by_integration AS (
      INSERT INTO integration_days AS d (integration_id, day, lookup, queries, charged, last_at)
      SELECT integration_id, guatemala_day(hour), lookup, sum(queries), sum(charged), max(last_at)
      FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (integration_id, day, lookup)
        DO UPDATE SET queries = d.queries + excluded.queries, charged = d.charged + excluded.charged,
          last_at = greatest(d.last_at, excluded.last_at)
    ), by_credential AS (
      INSERT INTO credential_days AS d (credential_id, day, queries, last_at)
      SELECT credential_id, guatemala_day(hour), sum(queries), max(last_at) FROM taken GROUP BY 1, 2
      ON CONFLICT (credential_id, day)
        DO UPDATE SET queries = d.queries + excluded.queries,
          last_at = greatest(d.last_at, excluded.last_at)
    )
    SELECT count(*)::int AS taken FROM taken`;
  return row?.taken ?? 0;
}
