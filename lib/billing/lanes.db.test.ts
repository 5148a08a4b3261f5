import { expect, it } from 'vitest';
import { accountOf, held, queryOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';

const { sql, settle, reserve, holdOf, newIntegration } = sharedDatabase();
const { sql: other } = sharedDatabase();

/** Keeps an account locked while `work` runs. */
async function whileLocked(integrationId: number, work: () => Promise<void>): Promise<void> {
  await other.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${integrationId} FOR UPDATE`;
    await work();
  });
}

async function timed<T>(work: Promise<T>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

it('does not let one locked account hold up the others, and serves it once it is free', async () => {
  const [blocked, free] = await Promise.all([newIntegration(), newIntegration()]);
  const earlier = await holdOf(blocked.id);
  const waiting: Promise<unknown>[] = [];
  await whileLocked(blocked.id, async () => {
    waiting.push(reserve(queryOf(blocked.id)), settle(settlementOf(earlier)));
    const registry = timed(reserve(queryOf(blocked.id, { lookup: 'renap' })));
    const rounds = [];
    for (let round = 0; round < 5; round += 1) {
      rounds.push(
        await timed(reserve(queryOf(free.id)).then((hold) => settle(settlementOf(held(hold))))),
      );
    }
    expect(await registry).toBeLessThan(1_000);
    // The first may meet the shared statement while it waits; the others must not.
    expect(Math.max(...rounds)).toBeLessThan(1_000);
    expect(rounds.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2_000);
  });
  const [hold, settled] = await Promise.all(waiting);
  expect(hold).toMatchObject({ integrationId: blocked.id });
  expect(settled).toBe('settled');
  const { saldo, reservado } = await accountOf(sql, blocked.id);
  expect({ saldo, reservado }).toEqual({ saldo: 995_000n, reservado: 5_000n });
});

it('does not run a query whose deadline has passed', async () => {
  const { id } = await newIntegration();
  await whileLocked(id, async () => {
    const late = reserve(queryOf(id), { deadlineAt: performance.now() + 150 });
    await expect(late).rejects.toThrow('The deadline passed.');
  });
  expect(await accountOf(sql, id)).toMatchObject({ reservado: 0n });
});
