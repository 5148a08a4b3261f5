import { expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { ownDatabase } from '@/testing/database';
import { coarsenDays, HOURS_KEPT_DAYS } from './forget';
import { percentileMs } from './latency';

const { databaseUrl, sql, newIntegration } = await ownDatabase();
const db = connectDatabase(databaseUrl, { max: 1 });

/** A query a class on each of several days: `days` ago, for one integration and for all. */
async function plant(id: number, days: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO query_counts (grain, integration_id, start, lookup, ending, responsible,
      status, latency, queries, charged)
    SELECT 'day', i, guatemala_day(clock_timestamp() - make_interval(days => d)), 'omisos', 'found',
      'nobody', 200, latency, 1, 5000
    FROM unnest(${[...days]}::int[]) d, unnest(${[0, id]}::int[]) i, generate_series(-1, 33) latency`;
}

function rowsOf(id: number, days: number) {
  return sql<{ latency: number; queries: number; charged: bigint; ending: string }[]>`
    SELECT latency, queries, charged, ending FROM query_counts WHERE integration_id = ${id}
      AND start = guatemala_day(clock_timestamp() - make_interval(days => ${days})) ORDER BY 1`;
}

it('merges the latency classes of old days of single integrations, once, and keeps every count', async () => {
  const { id } = await newIntegration();
  const old = HOURS_KEPT_DAYS + 2;
  await plant(id, [old + 50, old, HOURS_KEPT_DAYS - 2]);

  const first = await coarsenDays(db, undefined);
  expect(await rowsOf(id, old)).toHaveLength(35);
  const second = await coarsenDays(db, first);
  for (const days of [old + 50, old]) {
    const rows = await rowsOf(id, days);
    expect(rows.map(({ latency }) => latency)).toEqual([-1, 2, 6, 10, 14, 18, 22, 26, 30, 33]);
    expect(rows.map(({ queries }) => queries)).toEqual([1, 4, 4, 4, 4, 4, 4, 4, 4, 2]);
    expect(rows.reduce((sum, { charged }) => sum + charged, 0n)).toBe(35n * 5_000n);
    expect(rows.every(({ ending }) => ending === 'found')).toBe(true);
  }
  expect(await rowsOf(id, HOURS_KEPT_DAYS - 2)).toHaveLength(35);
  expect(await rowsOf(0, old)).toHaveLength(35);
  await coarsenDays(db, second);
  expect(await rowsOf(id, old)).toHaveLength(10);
  await db.$client.end();
});

it('keeps a percentile of the merged classes within about twice the true one', () => {
  for (let place = 1; place <= 33; place += 1) {
    const exact = percentileMs(new Map([[place, 100]]), 0.5) ?? 0;
    const coarse = percentileMs(new Map([[Math.min(place - (place % 4) + 2, 33), 100]]), 0.5) ?? 0;
    if (exact >= 5) expect(Math.max(coarse / exact, exact / coarse)).toBeLessThan(2.2);
  }
});
