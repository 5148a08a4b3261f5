import { afterAll, expect, it } from 'vitest';
import { closeShared } from '@/lib/process-wide';
import { Refusal } from '@/lib/refusal';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { createTestUser, signedIn } from '@/testing/users';
import { streamQueries } from './export-queries';

const { db, databaseUrl } = await ownDatabase();
const NEXTAUTH_SECRET = 'only-for-tests-0123456789-0123456789';
Object.assign(process.env, {
  APP_ENV: 'development',
  DATABASE_URL: databaseUrl,
  NEXTAUTH_SECRET,
});

const AT_ONCE = 4;

afterAll(() => closeShared('console'));

it('runs four exports at once, however many ask at the same moment', async () => {
  const { email } = await createTestUser(db);
  const session = await signedIn(db, email);
  const exporter = { session, identifiers: false, permit: testPermit } as const;
  const reason = { purpose: 'other', note: 'Only for tests' } as const;
  const ask = () => streamQueries(exporter, { view: 'period=all', reason, language: 'es' });
  const results = await Promise.allSettled(Array.from({ length: 3 * AT_ONCE }, ask));
  const started = results.filter((result) => result.status === 'fulfilled');
  const refused = results.filter((result) => result.status === 'rejected');
  expect(started).toHaveLength(AT_ONCE);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Refusal);
    expect(reason).toMatchObject({ code: 'too_many_exports' });
  }
  for (const { value } of started) await value.body.cancel();
  const next = await ask();
  expect(await new Response(next.body).text()).toMatch(/^﻿?fecha,/);
});
