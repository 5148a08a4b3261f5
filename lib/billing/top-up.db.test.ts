import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { sharedDatabase } from '@/testing/database';
import { createTestIntegration } from '@/testing/integration';
import { ledgerStatement } from './statement';
import { topUp } from './top-up';

const { db, act } = sharedDatabase();
const holder = () => createTestIntegration(inject('databaseUrl'), { saldo: 0n });

it('adds once however often the same key comes, also at once, and gives the first result again', async () => {
  const account = await holder();
  const { nombre } = account;
  const key = randomUUID();
  const add = () => act(topUp, { nombre, amount: 700n, key });
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  expect(answers.map(({ saldo }) => saldo)).toEqual(Array(8).fill(700n));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect((await act(topUp, { nombre, amount: 50n })).saldo).toBe(750n);
  expect(await add()).toEqual({ saldo: 700n, repeated: true });
  expect(await ledgerStatement(db, account.id, { limit: 10 })).toHaveLength(2);
});

it('refuses a key that came with another amount, and lets two integrations have the same', async () => {
  const [one, other] = [await holder(), await holder()];
  const key = randomUUID();
  const add = ({ nombre }: typeof one, amount: bigint) => act(topUp, { nombre, amount, key });
  await add(one, 100n);
  await expect(add(one, 200n)).rejects.toMatchObject({ code: 'key_reused' });
  expect(await add(other, 200n)).toEqual({ saldo: 200n, repeated: false });
});

it('keeps why and the number of the receipt in the ledger and the audit trail', async () => {
  const account = await holder();
  const said = { nota: 'Depósito', referencia: 'BI-4711' };
  await act(topUp, { nombre: account.nombre, amount: 5_000n, ...said });
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
  const add = act(topUp, { nombre, amount: 10n ** 16n + 1n });
  await expect(add).rejects.toMatchObject({ code: 'balance_too_large' });
});
