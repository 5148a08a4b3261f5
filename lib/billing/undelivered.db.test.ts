import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { listAudit } from '@/lib/audit/list';
import { accountOf, expire, problemsOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { refund } from './refund';
import { interrupted } from './release-expired';
import { createSettle, settleUntil } from './settle';
import { markUndelivered, returnUndelivered, UNDELIVERED } from './undelivered';

const { databaseUrl, db, sql, settle, holdOf, newIntegration, act } = sharedDatabase();
/** The gateway that dies: its one statement waits for a lock as long as the test wants. */
const dying = connectSql(databaseUrl, { max: 1 });

afterAll(() => dying.end());

async function heldQuery() {
  const integration = await newIntegration();
  return { ...integration, hold: await holdOf(integration.id) };
}

function entriesOf(id: number) {
  return sql`
    SELECT kind, amount, actor, nota FROM ledger_entries
    WHERE integration_id = ${id} AND kind <> 'recarga' ORDER BY seq`;
}

const charge = { kind: 'cobro', amount: -5_000n, actor: 'consulta', nota: null };
const returned = { kind: 'devolucion', amount: 5_000n, ...UNDELIVERED };
const isMarked = async (queryId: string) =>
  (await sql`SELECT FROM undelivered_answers WHERE query_id = ${queryId}`).length === 1;

it('returns a charge that was committed after its time, whoever is still alive', async () => {
  const { id, hold } = await heldQuery();
  await dying`SET lock_timeout = 0`;
  const { late } = await sql.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${id} FOR UPDATE`;
    const late = createSettle(dying)(settlementOf(hold));
    const settling = settleUntil(dying, () => late, settlementOf(hold), performance.now() + 100);
    expect(await settling).toBe('unknown');
    await markUndelivered(sql, hold.queryId);
    await returnUndelivered(sql, db);
    expect(await isMarked(hold.queryId)).toBe(true);
    return { late };
  });
  expect(await late).toBe('settled');
  await Promise.all([
    returnUndelivered(sql, db),
    returnUndelivered(sql, db),
    returnUndelivered(sql, db),
  ]);
  await returnUndelivered(sql, db);
  expect(await entriesOf(id)).toEqual([charge, returned]);
  expect(await accountOf(sql, id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
  const [row] = await listAudit(db, { integrationId: id }, 1);
  expect(row).toMatchObject({ actor: 'pasarela', action: 'billing.refund', address: null });
  expect(await isMarked(hold.queryId)).toBe(false);
  expect(await problemsOf(db, id)).toEqual([]);
  const ended = { ending: 'unresolved', responsible: 'ours' };
  expect(
    await sql`
    SELECT ending, responsible FROM query_records WHERE integration_id = ${id}`,
  ).toEqual([ended]);
  expect(
    await sql`
    SELECT ending, responsible, sum(queries)::int AS queries, sum(charged)::int AS charged
    FROM counted_queries WHERE integration_id = ${id} AND grain = 'day' GROUP BY 1, 2 HAVING
      sum(queries) <> 0`,
  ).toEqual([{ ...ended, queries: 1, charged: 5_000 }]);
});

it('forgets a query that was not charged, once its hold is gone', async () => {
  const { id, hold } = await heldQuery();
  await markUndelivered(sql, hold.queryId);
  await expire(sql, hold);
  await settle(interrupted(hold));
  await returnUndelivered(sql, db);
  expect(await isMarked(hold.queryId)).toBe(false);
  expect(await entriesOf(id)).toEqual([]);
});

it('leaves a charge alone that somebody returned before', async () => {
  const { id, nombre, hold } = await heldQuery();
  await settle(settlementOf(hold));
  await act(refund, { nombre, queryId: hold.queryId, nota: 'asked for' });
  await markUndelivered(sql, hold.queryId);
  await returnUndelivered(sql, db);
  expect(await isMarked(hold.queryId)).toBe(false);
  expect(await entriesOf(id)).toMatchObject([charge, { kind: 'devolucion', nota: 'asked for' }]);
});
