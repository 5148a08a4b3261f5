import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY, type IntegrationIds, isOneOf } from '@/db/integration-ids';
import type { Percentiles } from './latency';
import { type Slice, withoutEarlier } from './slices';

/** Up to so many queries are read one by one, which takes milliseconds. */
const MOST_READ = 1_000;

/** Percentiles of the records of a period, and their number. */
export interface ExactPercentiles {
  readonly queries: number;
  readonly percentiles: Percentiles;
}

/**
 * Reads the percentiles of a period from its records, by lookup and (under null) of all lookups.
 * Returns nothing when there are more queries than are read.
 */
export async function exactPercentiles(
  db: Database,
  slices: readonly Slice[],
  integrationId: IntegrationIds,
  queries: number,
): Promise<ReadonlyMap<string | null, ExactPercentiles>> {
  const now = withoutEarlier(slices);
  if (queries === 0 || queries >= MOST_READ || now.length === 0) return new Map();
  const instants = now.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  const [from, to] = [new Date(Math.min(...instants)), new Date(Math.max(...instants))];
  const own = integrationId === EVERYBODY ? sql`true` : isOneOf(sql`integration_id`, integrationId);
  const rows = await db.execute<Row>(sql`
    SELECT lookup, count(*)::int AS queries, ${percentile(0.5)} AS p50, ${percentile(0.95)} AS p95,
      ${percentile(0.99)} AS p99
    FROM query_records
    WHERE ${own} AND created_at >= ${from.toISOString()}::timestamptz
      AND created_at < ${to.toISOString()}::timestamptz
    GROUP BY GROUPING SETS ((lookup), ())`);
  return new Map(
    rows.map(({ lookup, queries, p50, p95, p99 }) => {
      const [p50Ms, p95Ms, p99Ms] = [p50, p95, p99].map((ms) => ms ?? undefined);
      return [lookup, { queries, percentiles: { p50Ms, p95Ms, p99Ms, estimated: false } }];
    }),
  );
}

interface Row extends Record<string, unknown> {
  readonly lookup: string | null;
  readonly queries: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

function percentile(share: number): SQL {
  return sql`percentile_disc(${share}::float8) WITHIN GROUP (ORDER BY duration_ms)::float8`;
}
