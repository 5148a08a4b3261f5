import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { auditHead, headHash, rememberHead, verifyAudit } from '@/lib/audit/verify';
import { adjust } from '@/lib/billing/adjust';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { ownDatabase } from '@/testing/database';
import type { TestIntegration } from '@/testing/integration';

/** What somebody with a role's SQL, but without the keys, changes between two verifications. */
const { databaseUrl, db, sql: client, newIntegration, act } = await ownDatabase();
const owner = connectDatabase(ownerUrlOf(databaseUrl), { max: 1 });
afterAll(() => owner.$client.end());

let integration: TestIntegration;
/** Copies of both tables, so that each test begins with intact ones. */
beforeEach(async () => {
  integration = await newIntegration();
  await act(adjust, { nombre: integration.nombre, amount: -5_001n, nota: 'a reason' });
  await rememberHead(db, await verifyAudit(db, undefined));
  expect(await findings()).toEqual([]);
  await asOwner(sql`CREATE TABLE kept AS TABLE audit_log`);
  await asOwner(sql`CREATE TABLE kept_heads AS TABLE audit_heads`);
  return async () => {
    await asOwner(sql`TRUNCATE audit_log, audit_heads`);
    await asOwner(sql`INSERT INTO audit_log OVERRIDING SYSTEM VALUE TABLE kept`);
    await asOwner(sql`INSERT INTO audit_heads TABLE kept_heads`);
    await asOwner(sql`DROP TABLE kept, kept_heads`);
  };
});

/** Runs a statement as the owner, who can switch the refusals off. */
async function asOwner(statement: SQL): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(statement);
  });
}

/** The broken rules, each once. */
async function findings(heads: readonly string[] = []): Promise<string[]> {
  const { problems } = await verifyAudit(db, undefined, { heads });
  const ledger = await verifyLedger(db);
  return [...new Set([...ledger.problems, ...problems].map(({ rule }) => rule))].sort();
}

it('finds every row when the owner removes all links', async () => {
  await asOwner(sql`UPDATE audit_log SET link = NULL`);
  const { rows, problems } = await verifyAudit(db, undefined);
  expect(problems.filter(({ rule }) => rule === 'unsigned')).toHaveLength(rows);
  expect(await findings()).toEqual(['missing', 'unsigned']);
});

it('finds rows that the owner changes, also without the links up to them', async () => {
  await asOwner(sql`UPDATE audit_log SET actor = 'somebody'`);
  expect(await findings()).toEqual(['an entry other than a charge has its audit row', 'broken']);
  await asOwner(sql`UPDATE audit_log SET link = NULL WHERE id < (SELECT max(id) FROM audit_log)`);
  expect(await findings()).toContain('unsigned');
});

it('finds a top-up that the role of the service writes with the right balances', async () => {
  const topUp = sql`
    WITH paid AS (UPDATE accounts SET saldo = saldo + 10000, ledger_seq = ledger_seq + 1
      WHERE integration_id = ${integration.id} RETURNING *)
    INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor)
    SELECT integration_id, ledger_seq, 'recarga', 10000, saldo, 'cli:tests' FROM paid`;
  await db.execute(topUp);
  expect(await findings()).toEqual([
    'an entry other than a charge has its audit row',
    'as many audit rows as entries other than charges',
  ]);
  // With an audit row that fits, the chain shows that it was not written by the service.
  await db.execute(sql`
    INSERT INTO audit_log (actor, action, target, integration_id, before, after, link)
    SELECT 'cli:tests', 'billing.top_up', ${integration.nombre}, ${integration.id},
      '{"saldo": "99.4999"}', '{"saldo": "100.4999", "entry": "3"}', link
    FROM audit_log ORDER BY id DESC LIMIT 1`);
  expect(await findings()).toEqual(['broken']);
  await asOwner(
    sql`DELETE FROM ledger_entries WHERE integration_id = ${integration.id} AND seq = 3`,
  );
  await asOwner(sql`UPDATE accounts SET saldo = saldo - 10000, ledger_seq = 2
    WHERE integration_id = ${integration.id}`);
});

it('keeps the remembered heads from the role of the service', async () => {
  for (const statement of [
    sql`UPDATE audit_heads SET audit_id = 1`,
    sql`DELETE FROM audit_heads`,
    sql`TRUNCATE audit_heads`,
  ]) {
    await expect(db.execute(statement)).rejects.toMatchObject({ code: '42501' });
  }
  // Neither does an earlier head that the role adds replace one.
  await db.execute(sql`INSERT INTO audit_heads SELECT id, link FROM audit_log ORDER BY id LIMIT 1
    ON CONFLICT DO NOTHING`);
  expect(await findings()).toEqual([]);
  await asOwner(sql`DELETE FROM audit_log WHERE id = (SELECT max(id) FROM audit_log)`);
  expect(await findings()).toContain('missing');
});

it('finds that the newest rows are gone, in the database or by a hash kept outside', async () => {
  const { head } = await verifyAudit(db, undefined);
  const kept = head?.link ? headHash(head.link) : '';
  expect(await auditHead(client)).toBe(kept);
  expect(kept).toMatch(/^[0-9a-f]{16}$/);
  expect(await findings([kept])).toEqual([]);
  await asOwner(sql`DELETE FROM audit_log WHERE id = (SELECT max(id) FROM audit_log)`);
  expect(await findings()).toContain('missing');
  // Here the owner also removes the remembered head and the entry of the row.
  await asOwner(
    sql`DELETE FROM audit_heads WHERE audit_id = (SELECT max(audit_id) FROM audit_heads)`,
  );
  await asOwner(
    sql`DELETE FROM ledger_entries WHERE integration_id = ${integration.id} AND seq = 2`,
  );
  await asOwner(sql`UPDATE accounts SET saldo = saldo + 5001, ledger_seq = 1
    WHERE integration_id = ${integration.id}`);
  expect(await findings()).toEqual([]);
  const { problems } = await verifyAudit(db, undefined, { heads: [kept] });
  expect(problems).toEqual([{ id: kept, rule: 'missing' }]);
});
