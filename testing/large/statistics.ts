import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import type { Tx } from './seed';

const DAY_MS = 86_400_000;

/** Where a record counts, in the words in which settlements count it. */
const FACETS = `lookup, outcome, coalesce(status, 0)::smallint AS status,
  latency_bucket(duration_ms) AS latency`;

/**
 * Fills the tables of statistics from the records, in the way in which settlements count and the fold
 * adds up.
 */
export async function countRecords(tx: Tx, until: Date): Promise<void> {
  await tx.unsafe(`
    CREATE TEMP TABLE large_days ON COMMIT DROP AS
    SELECT guatemala_day(created_at) AS day, integration_id, credential_id, ${FACETS},
      count(*)::int AS queries, sum(charged)::bigint AS charged, max(created_at) AS last_at
    FROM query_records GROUP BY 1, 2, 3, 4, 5, 6, 7`);
  await tx`ANALYZE large_days`;
  // By the hour for as long as retention keeps that, and of all integrations together for ever.
  const hoursFrom = new Date(until.getTime() - HOURS_KEPT_DAYS * DAY_MS);
  hoursFrom.setUTCMinutes(0, 0, 0);
  const hour = `date_trunc('hour', created_at, 'UTC')`;
  await count(
    tx,
    'hour',
    'integration_id',
    `${hour} AS start`,
    `query_records
    WHERE created_at >= '${hoursFrom.toISOString()}'`,
  );
  await count(tx, 'hour', '0', `${hour} AS start`, 'query_records');
  await count(tx, 'day', 'integration_id', 'guatemala_day(created_at) AS start', 'query_records');
  await count(tx, 'day', '0', 'guatemala_day(created_at) AS start', 'query_records');
  await tx`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT integration_id, day, lookup, sum(queries), sum(charged), max(last_at)
    FROM large_days GROUP BY 1, 2, 3`;
  await tx`
    INSERT INTO credential_days (credential_id, day, queries, last_at)
    SELECT credential_id, day, sum(queries), max(last_at) FROM large_days GROUP BY 1, 2`;
}

async function count(
  tx: Tx,
  grain: string,
  of: string,
  start: string,
  from: string,
): Promise<void> {
  await tx.unsafe(`
    INSERT INTO query_counts (grain, integration_id, start, lookup, outcome, status, latency,
      queries, charged)
    SELECT '${grain}', ${of}, ${start}, ${FACETS}, count(*), sum(charged)
    FROM ${from} GROUP BY 2, 3, 4, 5, 6, 7`);
}
