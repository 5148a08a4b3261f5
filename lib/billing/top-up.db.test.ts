import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { listAudit } from '@/lib/audit/list';
import { act, createTestIntegration } from '@/testing/integration';
import { ledgerStatement } from './statement';
import { topUp } from './top-up';

const db = connectDatabase(inject('databaseUrl'), { max: 8 });
afterAll(() => db.$client.end({ timeout: 5 }));

const holder = () => createTestIntegration(inject('databaseUrl'), { saldo: 0n });

it('adds once however often the same key comes, also at once', async () => {
  const account = await holder();
  const { nombre } = account;
  const key = randomUUID();
  const add = () => act(db, topUp, { nombre, amount: 700n, key });
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  expect(answers.map(({ saldo }) => saldo)).toEqual(Array(8).fill(700n));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await add()).toEqual({ saldo: 700n, repeated: true });
  expect(await ledgerStatement(db, account.id, { limit: 10 })).toHaveLength(1);
});

it('gives the first result even after the balance moved on', async () => {
  const account = await holder();
  const key = randomUUID();
  const add = async (amount: bigint, of?: string) => {
    const { saldo } = await act(db, topUp, { nombre: account.nombre, amount, key: of });
    return saldo;
  };
  expect(await add(100n, key)).toBe(100n);
  expect(await add(50n)).toBe(150n);
  expect(await add(100n, key)).toBe(100n);
  expect(await add(1n)).toBe(151n);
});

it('refuses a key that came with another amount, and lets two integrations have the same', async () => {
  const [one, other] = [await holder(), await holder()];
  const key = randomUUID();
  const add = ({ nombre }: typeof one, amount: bigint) => act(db, topUp, { nombre, amount, key });
  await add(one, 100n);
  await expect(add(one, 200n)).rejects.toMatchObject({ code: 'key_reused' });
  expect(await add(other, 200n)).toEqual({ saldo: 200n, repeated: false });
});

it('keeps why and the number of the receipt in the ledger and the audit trail', async () => {
  const account = await holder();
  const said = { nota: 'Depósito', referencia: 'BI-4711' };
  await act(db, topUp, { nombre: account.nombre, amount: 5_000n, ...said });
  const [entry] = await ledgerStatement(db, account.id, { limit: 1 });
  expect(entry).toMatchObject({ kind: 'recarga', amount: 5_000n, balanceAfter: 5_000n, ...said });
  const [row] = await listAudit(db, { target: account.nombre }, 1);
  expect(row).toMatchObject({
    action: 'billing.top_up',
    before: { saldo: '0.00' },
    after: { saldo: '0.50', ...said },
  });
});

it('refuses a balance too large to count with', async () => {
  const { nombre } = await holder();
  const add = act(db, topUp, { nombre, amount: 10n ** 16n + 1n });
  await expect(add).rejects.toMatchObject({ code: 'balance_too_large' });
});
