import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { accountOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { adjust } from './adjust';
import type { EntryInput } from './post-entry';
import { ledgerStatement } from './statement';
import { topUp } from './top-up';

const { db, sql, settle, holdOf, newIntegration, act } = sharedDatabase();

function correct(
  { nombre }: { readonly nombre: string },
  amount: bigint,
  details: Pick<EntryInput, 'nota' | 'referencia' | 'key'> = {},
) {
  return act(adjust, { nombre, amount, nota: 'Corrección', ...details });
}

it('corrects a balance up and down, with its reason in ledger and audit trail', async () => {
  const account = await newIntegration({ saldo: 10_000n });
  expect(await correct(account, 2_500n)).toEqual({ saldo: 12_500n, repeated: false });
  const said = { nota: 'Recarga doble', referencia: 'NC-12' };
  expect(await correct(account, -12_500n, said)).toEqual({ saldo: 0n, repeated: false });
  const entries = await ledgerStatement(db, account.id, { limit: 10 });
  expect(entries).toMatchObject([
    { seq: 3n, kind: 'ajuste', amount: -12_500n, balanceAfter: 0n, actor: 'cli:tests', ...said },
    { seq: 2n, kind: 'ajuste', amount: 2_500n, balanceAfter: 12_500n, nota: 'Corrección' },
    { seq: 1n, kind: 'recarga', amount: 10_000n, balanceAfter: 10_000n },
  ]);
  expect(
    await listAudit(db, { target: account.nombre, action: 'billing.adjust' }, 10),
  ).toMatchObject([
    { before: { saldo: '1.25' }, after: { saldo: '0.00', ...said } },
    { before: { saldo: '1.00' }, after: { saldo: '1.25', nota: 'Corrección' } },
  ]);
});

it('takes nothing that is not there, nor what queries under way hold', async () => {
  const account = await newIntegration({ saldo: 10_000n, tarifa: 4_000n });
  await expect(correct(account, -10_001n)).rejects.toMatchObject({ code: 'balance_below_zero' });
  const hold = await holdOf(account.id);
  await expect(correct(account, -6_001n)).rejects.toMatchObject({ code: 'balance_held' });
  expect((await correct(account, -6_000n)).saldo).toBe(4_000n);
  expect(await settle(settlementOf(hold))).toBe('settled');
  expect(await accountOf(sql, account.id)).toEqual({ saldo: 0n, reservado: 0n, ledgerSeq: 3n });
});

it('wants an amount and a reason', async () => {
  const account = await newIntegration();
  await expect(correct(account, 0n)).rejects.toMatchObject({ code: 'adjustment_invalid' });
  const silent = correct(account, 1n, { nota: '  ' });
  await expect(silent).rejects.toMatchObject({ code: 'reason_required' });
});

it('counts once under a key, also when the balance could not bear it twice', async () => {
  const account = await newIntegration({ saldo: 10_000n });
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => correct(account, -10_000n, { key })),
  );
  expect(answers.map(({ saldo }) => saldo)).toEqual(Array(6).fill(0n));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  await expect(correct(account, -1n, { key })).rejects.toMatchObject({ code: 'key_reused' });
  const asTopUp = act(topUp, { nombre: account.nombre, amount: 1n, key });
  await expect(asTopUp).rejects.toMatchObject({ code: 'key_reused' });
});
