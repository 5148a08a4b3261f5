import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import type { Lookup } from '@/lib/contract/lookups';
import { accountOf, problemsOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import type { TestIntegration, TestIntegrationOptions } from '@/testing/integration';
import { entriesOfQuery } from './entries-of-query';
import { readReceipt } from './receipt';
import { refund } from './refund';
import { refundedQueries } from './refunded';
import { ledgerStatement } from './statement';
import { topUp } from './top-up';

const { db, sql, settle, holdOf, newIntegration, act } = sharedDatabase();

interface Ending {
  readonly status?: number;
  readonly lookup?: Lookup;
}

/** A query of this account that ended so; its id. */
async function query(account: TestIntegration, ending: Ending = {}) {
  const { status = 200, lookup = 'cui-nit' } = ending;
  const hold = await holdOf(account.id, { lookup });
  await settle(settlementOf(hold, { status }));
  return hold.queryId;
}

async function charged(options?: TestIntegrationOptions) {
  const account = await newIntegration(options);
  return { account, queryId: await query(account) };
}

function giveBack(
  { nombre }: TestIntegration,
  queryId: string,
  key?: string,
  nota = 'Otra persona',
) {
  return act(refund, { nombre, queryId, nota, key });
}

it('returns a charge by an entry that names its query, with the reason in ledger and audit trail', async () => {
  const { account, queryId } = await charged({ saldo: 10_000n });
  expect(await giveBack(account, queryId)).toEqual({ saldo: 10_000n, repeated: false });
  const { charge, refund: entry } = await entriesOfQuery(db, queryId);
  expect(entry).toMatchObject({
    integrationId: account.id,
    seq: 3n,
    amount: 5_000n,
    balanceAfter: 10_000n,
    queryCreatedAt: charge?.queryCreatedAt,
    actor: 'cli:tests',
    nota: 'Otra persona',
  });
  const entries = await ledgerStatement(db, account.id, { kinds: ['devolucion'], limit: 9 });
  expect(entries).toEqual([{ ...entry, ending: 'found', lookup: 'cui-nit' }]);
  const trail = await listAudit(db, { target: account.nombre, action: 'billing.refund' }, 9);
  expect(trail).toMatchObject([
    {
      actor: 'cli:tests',
      before: { saldo: '0.50' },
      after: { saldo: '1.00', query: queryId, nota: 'Otra persona' },
    },
  ]);
  expect(await problemsOf(db, account.id)).toEqual([]);
});

it('leaves the charge, its record and its receipt as they are', async () => {
  const { account, queryId } = await charged({ saldo: 10_000n });
  const free = await query(account, { lookup: 'renap' });
  await giveBack(account, queryId);
  expect(await readReceipt(sql, account.id, queryId)).toMatchObject({
    charged: 5_000n,
    available: 10_000n,
  });
  const records = await sql`SELECT charged FROM query_records WHERE id = ${queryId}`;
  expect(records).toMatchObject([{ charged: 5_000n }]);
  expect(await refundedQueries(db, [queryId, free])).toEqual(new Set([queryId]));
});

it('returns nothing twice, whoever asks, also at once', async () => {
  const { account, queryId } = await charged();
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => giveBack(account, queryId, randomUUID())),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason.code).toBe('already_refunded');
  }
  expect(await accountOf(sql, account.id)).toMatchObject({ saldo: 1_000_000n, ledgerSeq: 3n });
});

it('gives the first result when the same form is sent again', async () => {
  const { account, queryId } = await charged({ saldo: 10_000n });
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => giveBack(account, queryId, key)),
  );
  expect(answers.map(({ saldo }) => saldo)).toEqual(Array(4).fill(10_000n));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  await act(topUp, { nombre: account.nombre, amount: 1n });
  expect(await giveBack(account, queryId, key)).toEqual({ saldo: 10_000n, repeated: true });
  await expect(giveBack(account, queryId)).rejects.toMatchObject({ code: 'already_refunded' });
  const other = await query(account);
  await expect(giveBack(account, other, key)).rejects.toMatchObject({ code: 'key_reused' });
});

it('refuses what cost this account nothing, and a refund without a reason', async () => {
  const { account, queryId } = await charged();
  const stranger = await newIntegration({ tarifa: 0n });
  const refusals: [TestIntegration, string][] = [
    [account, await query(account, { status: 404 })],
    [account, await query(account, { lookup: 'renap' })],
    [account, randomUUID()],
    [stranger, queryId],
    [stranger, await query(stranger)],
  ];
  for (const [holder, id] of refusals) {
    await expect(giveBack(holder, id)).rejects.toMatchObject({ code: 'not_charged' });
  }
  const silent = giveBack(account, queryId, undefined, '  ');
  await expect(silent).rejects.toMatchObject({ code: 'reason_required' });
  expect((await entriesOfQuery(db, queryId)).refund).toBeUndefined();
});
