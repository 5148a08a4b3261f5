import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY } from '@/db/integration-ids';
import { HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { isLookup, type Lookup } from '@/lib/contract/lookups';
import { percentileMs } from './latency';
import { startOf } from './slices';

/** Least queries whose p95 is compared, now and before. */
const LEAST_QUERIES = 20;
const SLOWER_TIMES = 2;
const SLOWER_MS = 500;
/** A p95 that is slow where no earlier one is known. */
const SLOW_MS = 10_000;
const WEEKS = 4;

/** A lookup that takes much longer than in the same hours of the weeks before. */
export interface SlowLookup {
  readonly lookup: Lookup;
  readonly p95Ms: number;
  /** Estimated from classes; absent when too few queries are known. */
  readonly usualMs?: number;
}

/** Lists the lookups that are slow in the last minutes, the slowest first. */
export async function slowLookups(db: Database, minutes: number): Promise<SlowLookup[]> {
  const recent = await db.execute<{ lookup: string; p95Ms: number }>(sql`
    SELECT lookup, percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms)::float8 AS "p95Ms"
    FROM query_records
    WHERE created_at BETWEEN now() - make_interval(mins => ${minutes}) AND now()
      AND duration_ms IS NOT NULL
    GROUP BY lookup HAVING count(*) >= ${LEAST_QUERIES}
    ORDER BY 2 DESC`);
  if (recent.every(({ p95Ms }) => p95Ms < SLOWER_MS)) return [];
  const usual = await usualP95(db, minutes);
  return recent.flatMap(({ lookup, p95Ms }) => {
    const usualMs = usual.get(lookup);
    if (!isLookup(lookup) || !isSlow(p95Ms, usualMs)) return [];
    return [{ lookup, p95Ms, ...(usualMs !== undefined && { usualMs }) }];
  });
}

function isSlow(p95Ms: number, usualMs: number | undefined): boolean {
  if (usualMs === undefined) return p95Ms >= SLOW_MS;
  return p95Ms >= SLOWER_TIMES * usualMs && p95Ms >= usualMs + SLOWER_MS;
}

/** Estimates the p95 of each lookup in the same hours of the weeks before. */
async function usualP95(db: Database, minutes: number): Promise<ReadonlyMap<string, number>> {
  const now = Date.now();
  const from = startOf('hour', new Date(now - minutes * MINUTE_MS));
  const hours = Array.from({ length: (startOf('hour', new Date(now)) - from) / HOUR_MS + 1 });
  const starts = hours.map((_, n) => new Date(from + n * HOUR_MS).toISOString());
  const rows = await db.execute<{ lookup: string; latency: number; queries: number }>(sql`
    SELECT lookup, latency::int AS latency, sum(queries)::float8 AS queries
    FROM counted_queries
    WHERE grain = 'hour' AND integration_id = ${EVERYBODY} AND latency >= 0 AND start IN (
      SELECT hour::timestamptz - make_interval(days => 7 * week)
      FROM unnest(${`{${starts.join(',')}}`}::text::text[]) AS hour, generate_series(1, ${WEEKS}) AS week)
    GROUP BY 1, 2`);
  const classes = new Map<string, Map<number, number>>();
  for (const { lookup, latency, queries } of rows) {
    classes.set(lookup, (classes.get(lookup) ?? new Map()).set(latency, queries));
  }
  return new Map(
    [...classes].flatMap(([lookup, counts]): [string, number][] => {
      const known = [...counts.values()].reduce((sum, queries) => sum + queries, 0);
      const p95Ms = known < LEAST_QUERIES ? undefined : percentileMs(counts, 0.95);
      return p95Ms === undefined ? [] : [[lookup, p95Ms]];
    }),
  );
}
