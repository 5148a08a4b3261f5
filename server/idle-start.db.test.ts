import { afterEach, expect, inject, it, vi } from 'vitest';
import { startApp } from '@/app/start';
import { connectSql } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { createReserve } from '@/lib/billing/reserve';
import { createSettle } from '@/lib/billing/settle';
import { closeGateway } from '@/lib/gateway/gateway';
import { expire, held, queryOf, recordsOf } from '@/testing/billing';
import { createTestIntegration } from '@/testing/integration';
import { createTestDatabase } from '@/testing/postgres';

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await closeGateway();
});

it('releases what an earlier process left reserved although no query ever arrives', async () => {
  // Of its own: a sweep would take the expired holds of other tests.
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), 'idle_start');
  await migrateDatabase(databaseUrl);
  const sql = connectSql(databaseUrl, { max: 2 });
  const { id } = await createTestIntegration(databaseUrl);
  const reserve = createReserve(sql, createSettle(sql));
  await expire(sql, held(await reserve(queryOf(id))));

  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('IDENTIFIERS_KEY', 'only-for-this-test-0123456789-0123456789');
  for (const source of ['RENAP', 'RTU', 'CATALOGOS']) {
    vi.stubEnv(`${source}_URL`, 'http://127.0.0.1:1');
    vi.stubEnv(`${source}_TOKEN`, 'unused');
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  startApp();
  vi.advanceTimersByTime(60_000);

  await vi.waitUntil(async () => (await recordsOf(sql, id)).length > 0, { timeout: 10_000 });
  expect(await recordsOf(sql, id)).toEqual([{ estado: 'interrumpida', status: null, charged: 0n }]);
  await sql.end();
});
