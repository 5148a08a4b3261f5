import { afterEach, expect, it, vi } from 'vitest';
import { startApp } from '@/app/start';
import { closeShared } from '@/lib/base/process/process-wide';
import { expire, recordsOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { sourcesAt } from '@/testing/sources';

/** A sweep would take the expired holds of other tests. */
const { databaseUrl, sql, holdOf, newIntegration } = await ownDatabase();

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await closeShared('tasks');
  await closeShared('gateway');
});

it('releases what an earlier process left reserved although no query ever arrives', async () => {
  const { id } = await newIntegration();
  await expire(sql, await holdOf(id));

  const variables = {
    APP_ENV: 'development',
    DATABASE_URL: databaseUrl,
    IDENTIFIERS_KEY: 'only-for-this-test-0123456789-0123456789',
    ...sourcesAt('http://127.0.0.1:1'),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  startApp();
  vi.advanceTimersByTime(60_000);

  await vi.waitUntil(async () => (await recordsOf(sql, id)).length > 0, { timeout: 10_000 });
  expect(await recordsOf(sql, id)).toEqual([{ estado: 'interrumpida', status: null, charged: 0n }]);
});
