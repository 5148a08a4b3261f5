import { expect, it } from 'vitest';
import { held, queryOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { refund } from './refund';
import { markUndelivered, returnUndelivered } from './undelivered';

const { db, sql, settle, reserve, holdOf, chargeOf, newIntegration, act, setLimits } =
  sharedDatabase();

async function capped(limits: { cap_day?: string; cap_month?: string }) {
  const integration = await newIntegration();
  await setLimits(integration.nombre, limits);
  return integration;
}

async function spent(id: number) {
  const [row] = await sql<{ day: bigint; month: bigint }[]>`
    SELECT spent_day AS day, spent_month AS month FROM accounts WHERE integration_id = ${id}`;
  return row;
}

/** Moves what is spent into the past, as if it had been charged then. */
function age(id: number, days: number) {
  return sql`UPDATE accounts SET spent_on = spent_on - ${days}::int WHERE integration_id = ${id}`;
}

it.each(['cap_day', 'cap_month'] as const)('%s counts what is held and charged', async (cap) => {
  const { id } = await capped({ [cap]: '1.00' });
  const asked = Array.from({ length: 5 }, () => reserve(queryOf(id)));
  const outcomes = await Promise.all(asked);
  expect(outcomes.map((one) => typeof one === 'object')).toEqual([true, true, false, false, false]);
  expect(outcomes.at(-1)).toBe('spending_cap');
  const [first, second] = outcomes.slice(0, 2).map(held);
  if (first === undefined || second === undefined) throw new Error('Nothing is held.');
  await settle(settlementOf(first));
  await settle(settlementOf(second, { status: 404, ending: 'source_not_found' }));
  expect(await spent(id)).toEqual({ day: 5_000n, month: 5_000n });
  await chargeOf(id);
  expect(await reserve(queryOf(id))).toBe('spending_cap');
  await holdOf(id, { free: true });
  await holdOf(id, { lookup: 'renap' });
});

it('starts a day anew, and a month with its first day', async () => {
  const { id } = await capped({ cap_day: '0.50', cap_month: '1.00' });
  await chargeOf(id);
  expect(await reserve(queryOf(id))).toBe('spending_cap');
  await sql`
    UPDATE accounts SET spent_on = date_trunc('month', spent_on)::date + CASE
      WHEN extract(day FROM spent_on) = 1 THEN 1 ELSE 0 END WHERE integration_id = ${id}`;
  await chargeOf(id);
  expect(await spent(id)).toEqual({ day: 5_000n, month: 10_000n });
  await age(id, 40);
  await chargeOf(id);
  expect(await spent(id)).toEqual({ day: 5_000n, month: 5_000n });
});

it('gives back what a refund or an undelivered answer returns, in the day of its charge', async () => {
  const { id, nombre } = await capped({ cap_day: '1.00' });
  const [one, two] = [await holdOf(id), await holdOf(id)];
  await settle(settlementOf(one));
  await markUndelivered(sql, two.queryId);
  await settle(settlementOf(two));
  await returnUndelivered(sql, db);
  expect(await spent(id)).toEqual({ day: 5_000n, month: 5_000n });
  await age(id, 40);
  await act(refund, { nombre, queryId: one.queryId, nota: 'x' });
  expect(await spent(id)).toEqual({ day: 5_000n, month: 5_000n });
});

it('tells an exhausted balance from a cap, and refuses a cap that is no amount', async () => {
  const { id, nombre } = await newIntegration({ saldo: 1n });
  await setLimits(nombre, { cap_day: '0.10' });
  expect(await reserve(queryOf(id))).toBe('no_balance');
  const wrong = setLimits(nombre, { cap_day: '-1' });
  await expect(wrong).rejects.toMatchObject({ code: 'limit_invalid' });
  await setLimits(nombre, { cap_day: '' });
});
