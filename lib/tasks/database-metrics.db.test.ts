import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { ownDatabase } from '@/testing/database';
import { watchDatabase } from './database-metrics';

const { databaseUrl } = await ownDatabase();
const sql = connectSql(databaseUrl, { max: 1 });
const metrics = new Metrics();
watchDatabase(metrics, sql);

afterAll(() => sql.end());

async function read(name: string): Promise<number | undefined> {
  const all = await metrics.read();
  const [value] = all.find((one) => one.name === `pasarela_${name}`)?.values ?? [];
  return value === undefined ? undefined : Number(value.value);
}

it('counts the connections of every role to the server, against what an ordinary role may open', async () => {
  const before = (await read('database_connections')) ?? 0;
  const others = Array.from({ length: 3 }, () => postgres(ownerUrlOf(databaseUrl), { max: 1 }));
  await Promise.all(others.map((other) => other`SELECT 1`));
  // Tests beside this one may close theirs, but not so many.
  expect(before).toBeGreaterThan(0);
  await expect.poll(() => read('database_connections')).toBeGreaterThanOrEqual(4);
  await Promise.all(others.map((other) => other.end()));
  const [server] = await sql<
    { most: number }[]
  >`SELECT current_setting('max_connections')::int AS most`;
  expect(await read('database_sessions_limit')).toBeLessThan(server?.most ?? 0);
});

it('tells that the archive is in order, and how much log the slot that is furthest behind keeps', async () => {
  expect(await read('database_archive_failing')).toBe(0);
  const owner = postgres(ownerUrlOf(databaseUrl), { max: 1, onnotice: () => {} });
  await owner`SELECT pg_create_physical_replication_slot('behind', true)`;
  try {
    await owner`CREATE TABLE written AS SELECT generate_series(1, 100000)`;
    expect(await read('database_replication_lag_bytes')).toBeGreaterThan(1_000_000);
  } finally {
    await owner`SELECT pg_drop_replication_slot('behind')`;
    await owner.end();
  }
});
