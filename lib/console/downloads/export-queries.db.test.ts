import { afterAll, expect, it } from 'vitest';
import { Rejection } from '@/lib/access/rejection';
import { closeShared } from '@/lib/base/process/process-wide';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { createTestUser, signedIn } from '@/testing/users';
import { streamQueries } from './export-queries';

const { db, databaseUrl } = await ownDatabase();
const IDENTIFIERS_KEY = 'only-for-tests-0123456789-0123456789';
Object.assign(process.env, {
  APP_ENV: 'development',
  DATABASE_URL: databaseUrl,
  IDENTIFIERS_KEY,
});

const AT_ONCE = 4;

afterAll(() => closeShared('console'));

const reason = { purpose: 'other', note: 'Only for tests' } as const;

/** Makes a user, and what starts an export for this user. */
async function exporter() {
  const { email } = await createTestUser(db);
  const session = await signedIn(db, email);
  const who = { session, identifiers: false, permit: testPermit } as const;
  return () => streamQueries(who, { view: 'period=all', reason, language: 'es' });
}

function refusedAmong(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.filter((result) => result.status === 'rejected').map((result) => result.reason);
}

it('runs four exports at once, however many users ask at the same moment', async () => {
  const exports = await Promise.all(Array.from({ length: 3 * AT_ONCE }, exporter));
  const results = await Promise.allSettled(exports.map((start) => start()));
  const started = results.filter((result) => result.status === 'fulfilled');
  expect(started).toHaveLength(AT_ONCE);
  for (const error of refusedAmong(results)) {
    expect(error).toBeInstanceOf(Rejection);
    expect(error).toMatchObject({ code: 'too_many_exports' });
  }
  for (const { value } of started) await value.body.cancel();
  const next = await exports.at(-1)?.();
  expect(await new Response(next?.body).text()).toMatch(/^﻿?fecha,/);
});

it('runs one export of a user at a time', async () => {
  const start = await exporter();
  const results = await Promise.allSettled([start(), start()]);
  expect(refusedAmong(results)).toHaveLength(1);
  for (const result of results) if (result.status === 'fulfilled') await result.value.body.cancel();
  await (await start()).body.cancel();
});
