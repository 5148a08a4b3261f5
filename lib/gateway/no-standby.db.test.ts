import { afterAll, expect, it } from 'vitest';
import { openTestGateway } from '@/testing/gateway';
import { asOwner, migrateTestDatabase, startTestPostgres } from '@/testing/postgres';
import { createHealthCheck } from './health';

const server = await startTestPostgres();
afterAll(() => server.stop());
await migrateTestDatabase(server.url);

/** Makes commits wait for these standbys. */
const waitFor = (names: string) =>
  asOwner(
    server.url,
    `ALTER SYSTEM SET synchronous_standby_names = '${names}'`,
    'SELECT pg_reload_conf()',
  );

it('health says no_standby while commits wait for a standby that is gone, also when they hold every connection', async () => {
  const { gateway } = openTestGateway(server.url, 'http://127.0.0.1:9');
  const { sql, writes } = gateway;
  const write = writes.watched(
    async () => sql`INSERT INTO undelivered_answers (query_id) VALUES (gen_random_uuid())`,
  );
  const check = createHealthCheck({ deployment: 'development', sql, lookups: gateway });
  /** Asks health, and returns 'sooner' for an answer that took less than `leastMs`. */
  const said = async (leastMs = 0) => {
    const startedAt = performance.now();
    const { status, database } = await check();
    return performance.now() - startedAt < leastMs ? 'sooner' : { status, database };
  };
  const within = (timeout: number) => ({ timeout, interval: 100 });
  await write();
  expect(await said()).toEqual({ status: 'ok', database: 'ok' });

  await waitFor('gone');
  const stuck = { status: 'unavailable', database: 'no_standby' };
  const waiting = [write()];
  await expect.poll(() => said(), within(4_000)).toEqual(stuck);
  waiting.push(...Array.from({ length: 12 }, write));
  // It has waited for a connection.
  await expect.poll(() => said(1_500), within(15_000)).toEqual(stuck);

  await waitFor('');
  await Promise.all(waiting);
  await expect.poll(() => said(), within(8_000)).toEqual({ status: 'ok', database: 'ok' });
});
