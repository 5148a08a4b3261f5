import { afterEach, expect, it, vi } from 'vitest';
import { startApp } from '@/app/start';
import { closeShared } from '@/lib/process-wide';
import { expire, held, queryOf, recordsOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { createTestIntegration } from '@/testing/integration';

/** A sweep would take the expired holds of other tests. */
const { databaseUrl, sql, reserve } = await ownDatabase();

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await closeShared('gateway');
});

it('releases what an earlier process left reserved although no query ever arrives', async () => {
  const { id } = await createTestIntegration(databaseUrl);
  await expire(sql, held(await reserve(queryOf(id))));

  vi.stubEnv('APP_ENV', 'development');
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
});
