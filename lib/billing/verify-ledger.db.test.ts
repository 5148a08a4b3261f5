import { afterAll, describe, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { auditPlanted, settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { verifyLedger } from './verify-ledger';

/** A database of its own: the planted defects would alarm every other test. */
const { databaseUrl, db, settle, holdOf, chargeOf, newIntegration } = await ownDatabase();
const sql = connectSql(ownerUrlOf(databaseUrl), { max: 1 });

// Triggers, foreign keys and constraints would refuse the defects.
await sql`SET session_replication_role = replica`;
await sql`ALTER TABLE accounts DROP CONSTRAINT accounts_covered,
  DROP CONSTRAINT accounts_saldo, DROP CONSTRAINT accounts_reservado`;
await sql`ALTER TABLE query_records DROP CONSTRAINT query_records_charged`;
await sql`DROP INDEX ledger_one_charge_per_query, ledger_one_refund_per_query`;

afterAll(() => sql.end());

/** One charged query, one that found nothing and one under way. */
async function soundIntegration() {
  const { id } = await newIntegration();
  const charged = await chargeOf(id);
  const missing = await holdOf(id);
  await settle(settlementOf(missing, { status: 404 }));
  await holdOf(id);
  return { id, charged, missing: missing.queryId };
}

async function rulesBroken(id: number): Promise<string[]> {
  const { problems } = await verifyLedger(db);
  return [
    ...new Set(problems.filter((one) => one.integrationId === id).map(({ rule }) => rule)),
  ].sort();
}

interface RefundEntry {
  readonly query: string;
  readonly amount?: number;
  readonly seq?: number;
}

/** A refund whose balances are in order, so that only what is wrong about it can be found. */
async function refundOf(id: number, { query, amount = 5_000, seq = 3 }: RefundEntry) {
  await sql`INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
      query_created_at, actor)
    SELECT ${id}, ${seq}, 'devolucion', ${amount}, saldo + ${amount}, ${query}, now(), 'test'
    FROM accounts WHERE integration_id = ${id}`;
  await db.transaction((tx) => auditPlanted(tx, id, BigInt(seq)));
  await sql`UPDATE accounts SET saldo = saldo + ${amount}, ledger_seq = ledger_seq + 1,
      spent_day = spent_day - 5000, spent_month = spent_month - 5000
    WHERE integration_id = ${id}`;
}

type Planted = Awaited<ReturnType<typeof soundIntegration>>;

type Plant = (planted: Planted) => Promise<unknown>;

const change = (table: string, changes: string, column: string, id: number | string) =>
  sql`UPDATE ${sql(table)} SET ${sql.unsafe(changes)} WHERE ${sql(column)} = ${id}`;
const account =
  (changes: string): Plant =>
  ({ id }) =>
    change('accounts', changes, 'integration_id', id);
const charge =
  (changes: string): Plant =>
  ({ charged }) =>
    change('query_records', changes, 'id', charged);

const audit = (changes: string, id: number) =>
  sql`UPDATE audit_log SET ${sql.unsafe(changes)} WHERE integration_id = ${id} AND action = 'billing.top_up'`;

/** Defects by the rule that finds them. */
const corruptions: Readonly<Record<string, Readonly<Record<string, Plant>>>> = {
  'saldo = balance after the newest entry': {
    'a balance that was changed by hand': account('saldo = saldo + 1'),
  },
  'reservado = sum of the holds': {
    'a reservation of nobody': account('reservado = reservado + 1'),
    'a hold that vanished': ({ id }) => sql`DELETE FROM holds WHERE integration_id = ${id}`,
  },
  '0 <= reservado <= saldo': {
    'more reserved than there is': account('reservado = saldo + 1'),
  },
  'spent = charges less refunds': {
    'an amount spent today that was changed': account('spent_day = spent_day - 1'),
    'an amount spent this month that was changed': account('spent_month = 0'),
  },
  'ledger numbers are gapless': {
    'a ledger entry that vanished': ({ id }) =>
      sql`DELETE FROM ledger_entries WHERE integration_id = ${id} AND seq = 1`,
    'the newest ledger entry that vanished': ({ id }) =>
      sql`DELETE FROM ledger_entries WHERE integration_id = ${id} AND seq = 2`,
    'a counter that ran ahead': account('ledger_seq = ledger_seq + 1'),
  },
  'balance after continues': {
    'an amount that was changed': ({ id }) =>
      sql`UPDATE ledger_entries SET amount = amount + 1 WHERE integration_id = ${id} AND seq = 1`,
    'a balance after that was changed': ({ id }) =>
      change('ledger_entries', 'balance_after = 1', 'integration_id', id),
  },
  'one charge per query': {
    'a query charged twice': ({ id, charged }) => sql`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor)
      SELECT integration_id, 3, kind, amount, balance_after + amount, query_id, query_created_at,
        actor FROM ledger_entries WHERE integration_id = ${id} AND query_id = ${charged}`,
  },
  'one record per query': {
    'a query recorded twice': ({ charged }) => sql`
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
        responsible, duration_ms, source_ms, charged, identifiers, request_id, created_at)
      SELECT id, integration_id, credential_id, lookup, estado, status, ending, responsible,
        duration_ms, source_ms, charged, identifiers, request_id, created_at + interval '1 microsecond'
      FROM query_records WHERE id = ${charged}`,
  },
  'a charge has its record': {
    'a charge whose record vanished': ({ charged }) =>
      sql`DELETE FROM query_records WHERE id = ${charged}`,
    'a charge of a failed query': charge('status = 502'),
    'a record with another amount': charge('charged = charged + 1'),
    'a charge of a registry': charge("lookup = 'renap'"),
  },
  'a billed 200 has its charge': {
    'an answer that was never charged': ({ missing }) =>
      change('query_records', 'status = 200', 'id', missing),
  },
  'a refund returns its charge': {
    'a refund of a query that was never charged': ({ id, missing }) =>
      refundOf(id, { query: missing }),
    'a refund of more than was charged': ({ id, charged }) =>
      refundOf(id, { query: charged, amount: 5_001 }),
    'a refund of part of a charge': ({ id, charged }) =>
      refundOf(id, { query: charged, amount: 4_999 }),
    'a refund before its charge': async ({ id, charged }) => {
      await refundOf(id, { query: charged });
      await sql`UPDATE ledger_entries SET seq = 4 WHERE query_id = ${charged} AND kind = 'cobro'`;
    },
    "a refund of somebody else's charge": async ({ id }) =>
      refundOf(id, { query: (await soundIntegration()).charged }),
  },
  'one refund per query': {
    'a query refunded twice': async ({ id, charged }) => {
      await refundOf(id, { query: charged });
      await refundOf(id, { query: charged, seq: 4 });
    },
  },
  'an entry other than a charge has its audit row': {
    'an audit row with another balance': ({ id }) =>
      audit('after = after || \'{"saldo": "1.00"}\'', id),
    'an audit row with another amount': ({ id }) => audit('before = after', id),
    'an audit row with another actor': ({ id }) => audit("actor = 'somebody'", id),
    'an audit row of another action': ({ id }) => audit("action = 'billing.adjust'", id),
    'an audit row of another entry': ({ id }) => audit('after = after || \'{"entry": "9"}\'', id),
  },
  'as many audit rows as entries other than charges': {
    'an audit row whose entry vanished': async ({ id }) => {
      await sql`UPDATE accounts SET saldo = 0, ledger_seq = 0 WHERE integration_id = ${id}`;
      await sql`DELETE FROM ledger_entries WHERE integration_id = ${id}`;
    },
    'an entry that somebody added': ({ id }) => sql`
      WITH paid AS (UPDATE accounts SET saldo = saldo + 1, ledger_seq = ledger_seq + 1
        WHERE integration_id = ${id} RETURNING *)
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor, created_at)
      SELECT integration_id, ledger_seq, 'recarga', 1, saldo, 'ana', '2020-01-01' FROM paid`,
  },
  'a settled query has no hold': {
    'a settled query that still has a hold': ({ id, missing }) =>
      sql`UPDATE holds SET query_id = ${missing} WHERE integration_id = ${id}`,
  },
};

const cases = Object.entries(corruptions).flatMap(([rule, plants]) =>
  Object.entries(plants).map(([defect, plant]) => [defect, rule, plant] as const),
);

describe('verifying the ledger', () => {
  it('finds nothing where nothing is wrong', async () => {
    const { id } = await soundIntegration();
    expect(await rulesBroken(id)).toEqual([]);
    const refunded = await soundIntegration();
    await refundOf(refunded.id, { query: refunded.charged });
    expect(await rulesBroken(refunded.id)).toEqual([]);
  });

  it.each(cases)('finds %s', async (_, rule, plant) => {
    const planted = await soundIntegration();
    await plant(planted);
    expect(await rulesBroken(planted.id)).toContain(rule);
  });

  it('checks again by itself what an earlier run found, and forgets what is mended', async () => {
    const [broken, mended] = [await soundIntegration(), await soundIntegration()];
    const set = (status: number, { missing }: Planted) =>
      sql`UPDATE query_records SET status = ${status} WHERE id = ${missing}`;
    await set(200, broken);
    await set(200, mended);
    const found = (await verifyLedger(db)).problems;
    await set(404, mended);
    const { checked, problems } = await verifyLedger(db, { since: new Date(), known: found });
    expect(checked).toMatchObject({ entries: 0, records: 0 });
    const ids = problems.map(({ queryId }) => queryId);
    expect(ids).toContain(broken.missing);
    expect(ids).not.toContain(mended.missing);
  });
});
