import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { createTestIntegration, testAdministrator } from '@/testing/integration';
import { listLedger } from './list-ledger';
import { setTariff } from './set-tariff';
import { topUp } from './top-up';

const db = connectDatabase(inject('databaseUrl'), { max: 8 });
afterAll(() => db.$client.end({ timeout: 5 }));

const holder = () => createTestIntegration(inject('databaseUrl'), { saldo: 0n });

it('adds once however often the same key comes, also at once', async () => {
  const account = await holder();
  const key = randomUUID();
  const add = () => db.transaction((tx) => topUp(tx, testAdministrator, account, 700n, { key }));
  expect(await Promise.all(Array.from({ length: 8 }, add))).toEqual(Array(8).fill(700n));
  expect(await add()).toBe(700n);
  expect(await listLedger(db, account.id, 10)).toHaveLength(1);
});

it('gives the first result even after the balance moved on', async () => {
  const account = await holder();
  const key = randomUUID();
  const add = (amount: bigint, of?: string) =>
    db.transaction((tx) => topUp(tx, testAdministrator, account, amount, { key: of }));
  expect(await add(100n, key)).toBe(100n);
  expect(await add(50n)).toBe(150n);
  expect(await add(100n, key)).toBe(100n);
  expect(await add(1n)).toBe(151n);
});

it('refuses a key that came with another amount, and lets two integrations have the same', async () => {
  const [one, other] = [await holder(), await holder()];
  const key = randomUUID();
  const add = (account: typeof one, amount: bigint) =>
    db.transaction((tx) => topUp(tx, testAdministrator, account, amount, { key }));
  await add(one, 100n);
  await expect(add(one, 200n)).rejects.toMatchObject({ code: 'key_reused' });
  expect(await add(other, 200n)).toBe(200n);
});

it('tells who changes a tariff that it is no longer the one shown', async () => {
  const account = await holder();
  const set = (shown: bigint, tarifa: bigint) =>
    db.transaction((tx) => setTariff(tx, testAdministrator, { ...account, tarifa: shown }, tarifa));
  await set(5_000n, 6_000n);
  await expect(set(5_000n, 7_000n)).rejects.toMatchObject({ code: 'changed_meanwhile' });
});
