import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { DAY_MS } from './rhythm';
import { type Tx, withoutIndexes } from './store';

/**
 * The tables of statistics for the records of the integrations from this one on, all new: computed from the
 * records themselves, in the way in which settlements count and the fold adds up.
 */
export async function countRecords(
  tx: Tx,
  firstIntegrationId: number,
  untilMs: number,
): Promise<void> {
  await tx`
    CREATE TEMP TABLE large_counts ON COMMIT DROP AS
    SELECT date_trunc('hour', created_at, 'UTC') AS hour, integration_id, credential_id, lookup,
      outcome, coalesce(status, 0)::smallint AS status, latency_bucket(duration_ms) AS latency,
      count(*)::int AS queries, sum(charged)::bigint AS charged, max(created_at) AS last_at
    FROM query_records WHERE integration_id >= ${firstIntegrationId}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
  await tx`ANALYZE large_counts`;
  await withoutIndexes(tx, 'query_counts', () => countByTime(tx, untilMs));
  await countAll(tx);
  await tx`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT integration_id, guatemala_day(hour), lookup, sum(queries), sum(charged), max(last_at)
    FROM large_counts GROUP BY 1, 2, 3`;
  await tx`
    INSERT INTO credential_days (credential_id, day, queries, last_at)
    SELECT credential_id, guatemala_day(hour), sum(queries), max(last_at)
    FROM large_counts GROUP BY 1, 2`;
}

/** Of each integration: by the hour for as long as retention keeps that, by the day for ever. */
async function countByTime(tx: Tx, untilMs: number): Promise<void> {
  const hoursFrom = new Date(untilMs - HOURS_KEPT_DAYS * DAY_MS);
  await tx`
    INSERT INTO query_counts (grain, integration_id, start, lookup, outcome, status, latency,
      queries, charged)
    SELECT 'hour', integration_id, hour, lookup, outcome, status, latency, sum(queries), sum(charged)
    FROM large_counts WHERE hour >= ${hoursFrom} GROUP BY 1, 2, 3, 4, 5, 6, 7`;
  await tx`
    INSERT INTO query_counts (grain, integration_id, start, lookup, outcome, status, latency,
      queries, charged)
    SELECT 'day', integration_id, guatemala_day(hour), lookup, outcome, status, latency,
      sum(queries), sum(charged)
    FROM large_counts GROUP BY 1, 2, 3, 4, 5, 6, 7`;
}

/** Of all integrations together, to which others may have added. */
async function countAll(tx: Tx): Promise<void> {
  for (const [grain, start] of [
    ['hour', tx`hour`],
    ['day', tx`guatemala_day(hour)`],
  ] as const) {
    await tx`
      INSERT INTO query_counts AS c (grain, integration_id, start, lookup, outcome, status, latency,
        queries, charged)
      SELECT ${grain}, 0, ${start}, lookup, outcome, status, latency, sum(queries), sum(charged)
      FROM large_counts GROUP BY 3, 4, 5, 6, 7
      ON CONFLICT (grain, integration_id, start, lookup, outcome, status, latency)
        DO UPDATE SET queries = c.queries + excluded.queries, charged = c.charged + excluded.charged`;
  }
}
