import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { DAY_MS } from './rhythm';
import { type Tx, withoutIndexes } from './store';

interface Counted {
  /** The integrations from this one on are new, and so are all of their records. */
  readonly firstIntegrationId: number;
  readonly untilMs: number;
}

/** Where a record counts, in the words in which settlements count it. */
const FACETS = `lookup, outcome, coalesce(status, 0)::smallint AS status,
  latency_bucket(duration_ms) AS latency`;

/**
 * The tables of statistics for the records of new integrations, computed from the records themselves
 * in the way in which settlements count and the fold adds up.
 */
export async function countRecords(tx: Tx, counted: Counted): Promise<void> {
  const records = `query_records WHERE integration_id >= ${counted.firstIntegrationId}`;
  await tx.unsafe(`
    CREATE TEMP TABLE large_days ON COMMIT DROP AS
    SELECT guatemala_day(created_at) AS day, integration_id, credential_id, ${FACETS},
      count(*)::int AS queries, sum(charged)::bigint AS charged, max(created_at) AS last_at
    FROM ${records} GROUP BY 1, 2, 3, 4, 5, 6, 7`);
  await tx`ANALYZE large_days`;
  await withoutIndexes(tx, 'query_counts', () => countEach(tx, records, counted.untilMs));
  await countAll(tx, records);
  await tx`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT integration_id, day, lookup, sum(queries), sum(charged), max(last_at)
    FROM large_days GROUP BY 1, 2, 3`;
  await tx`
    INSERT INTO credential_days (credential_id, day, queries, last_at)
    SELECT credential_id, day, sum(queries), max(last_at) FROM large_days GROUP BY 1, 2`;
}

const INSERT = `INSERT INTO query_counts AS c (grain, integration_id, start, lookup, outcome, status,
  latency, queries, charged)`;

/** Of each integration: by the hour for as long as retention keeps that, by the day for ever. */
async function countEach(tx: Tx, records: string, untilMs: number): Promise<void> {
  const hoursFrom = new Date(untilMs - HOURS_KEPT_DAYS * DAY_MS);
  hoursFrom.setUTCMinutes(0, 0, 0);
  await tx.unsafe(`${INSERT}
    SELECT 'hour', integration_id, date_trunc('hour', created_at, 'UTC'), ${FACETS}, count(*),
      sum(charged)
    FROM ${records} AND created_at >= '${hoursFrom.toISOString()}' GROUP BY 2, 3, 4, 5, 6, 7`);
  await tx.unsafe(`${INSERT}
    SELECT 'day', integration_id, day, lookup, outcome, status, latency, sum(queries), sum(charged)
    FROM large_days GROUP BY 2, 3, 4, 5, 6, 7`);
}

/** Of all integrations together, to which others may have added. */
async function countAll(tx: Tx, records: string): Promise<void> {
  const add = `ON CONFLICT (grain, integration_id, start, lookup, outcome, status, latency)
    DO UPDATE SET queries = c.queries + excluded.queries, charged = c.charged + excluded.charged`;
  await tx.unsafe(`${INSERT}
    SELECT 'hour', 0, date_trunc('hour', created_at, 'UTC'), ${FACETS}, count(*), sum(charged)
    FROM ${records} GROUP BY 3, 4, 5, 6, 7 ${add}`);
  await tx.unsafe(`${INSERT}
    SELECT 'day', 0, day, lookup, outcome, status, latency, sum(queries), sum(charged)
    FROM large_days GROUP BY 3, 4, 5, 6, 7 ${add}`);
}
