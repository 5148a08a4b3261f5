import { expect, inject, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { createTestIntegration } from '@/testing/integration';
import { runwayDays, spendingPace } from './pace';

const { db, sql } = sharedDatabase();

/** An integration made `ageDays` ago, charged 700 on each of the last `charges` days and today. */
async function charged(ageDays: number, days: number): Promise<number> {
  const { id } = await createTestIntegration(inject('databaseUrl'));
  await sql`UPDATE integrations SET created_at = now() - make_interval(days => ${ageDays})
    WHERE id = ${id}`;
  await sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT ${id}, guatemala_day(now()) - make_interval(days => n), 'cui-nit', 1, 700, now()
    FROM generate_series(0, ${days}) AS n`;
  return id;
}

it('averages what was charged over seven days and today', async () => {
  const pace = await spendingPace(db, await charged(100, 30));
  // Today has begun and not ended: 8 days of charges over 7 to 8 days.
  expect(Number(pace)).toBeGreaterThanOrEqual(700);
  expect(Number(pace)).toBeLessThanOrEqual(800);
});

it('averages a young integration over its own days, one at least', async () => {
  expect(await spendingPace(db, await charged(2, 1))).toBe(699n);
  expect(await spendingPace(db, await charged(0, 0))).toBe(700n);
});

it('shows no pace where nothing is spent, and no end of the balance', async () => {
  const { id } = await createTestIntegration(inject('databaseUrl'));
  expect(await spendingPace(db, id)).toBe(0n);
  expect(runwayDays(5_000n, 0n)).toBeUndefined();
  expect(runwayDays(5_000n, 700n)).toBe(7);
  expect(runwayDays(0n, 700n)).toBe(0);
});
