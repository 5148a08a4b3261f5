import { sql as raw } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import { accountOf, chargesOf, held, queryOf, recordsOf, settlementOf } from '@/testing/billing';
import {
  act,
  createTestIntegration,
  type TestIntegration,
  testPermit,
} from '@/testing/integration';
import { createReserve } from './reserve';
import { createSettle } from './settle';
import { topUp } from './top-up';
import { verifyLedger } from './verify-ledger';

const databaseUrl = inject('databaseUrl');
const sql = connectSql(databaseUrl);
const settle = createSettle(sql);
const reserve = createReserve(sql, settle);

afterAll(() => sql.end());

describe('reserving', () => {
  it('admits exactly as many concurrent queries as the balance covers', async () => {
    const { id } = await createTestIntegration(databaseUrl, { saldo: 37n * 5_000n });
    const queries = Array.from({ length: 200 }, () => queryOf(id));
    const holds = (await Promise.all(queries.map((query) => reserve(query)))).filter(
      (hold) => typeof hold === 'object',
    );
    expect(holds).toHaveLength(37);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 185_000n, reservado: 185_000n });
    const outcomes = await Promise.all(holds.map((hold) => settle(settlementOf(hold))));
    expect(new Set(outcomes)).toEqual(new Set(['settled']));
    expect(await accountOf(sql, id)).toEqual({ saldo: 0n, reservado: 0n, ledgerSeq: 38n });
  });

  it.each([
    { saldo: 5_000n, tarifa: 5_000n, admitted: true, why: 'the balance is worth one query' },
    { saldo: 4_999n, tarifa: 5_000n, admitted: false, why: 'a ten-thousandth is missing' },
    { saldo: 1n, tarifa: 0n, admitted: true, why: 'queries are free and something is left' },
    { saldo: 0n, tarifa: 0n, admitted: false, why: 'queries are free but nothing is left' },
  ])('a catalog query is admitted ($admitted) when $why', async ({ saldo, tarifa, admitted }) => {
    const { id } = await createTestIntegration(databaseUrl, { saldo, tarifa });
    expect((await reserve(queryOf(id))) !== undefined).toBe(admitted);
  });

  it.each(['renap', 'rtu'] as const)('%s needs no balance and holds none', async (lookup) => {
    const { id } = await createTestIntegration(databaseUrl, { saldo: 0n });
    held(await reserve(queryOf(id, { lookup })));
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 0n, reservado: 0n });
  });

  it('admits what a top-up pays for although it waited while that was made', async () => {
    const { id, nombre } = await createTestIntegration(databaseUrl, { saldo: 0n });
    const db = connectDatabase(databaseUrl, { max: 1 });
    const waited = await db.transaction(async (tx) => {
      await topUp({ tx, permit: testPermit }, { nombre, amount: 5_000n });
      const reserving = reserve(queryOf(id));
      for (let waiting = 0; waiting === 0; ) {
        const rows = await tx.execute(
          raw`SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
        );
        waiting = rows.length;
      }
      return { reserving };
    });
    held(await waited.reserving);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 5_000n, reservado: 5_000n });
    await db.$client.end();
  });

  it('keeps a bad request away from its neighbours', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const taken = queryOf(id);
    held(await reserve(taken));
    const queries = [queryOf(id), queryOf(id), taken, queryOf(id)];
    const outcomes = await Promise.allSettled(queries.map((query) => reserve(query)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await accountOf(sql, id)).toMatchObject({ reservado: 20_000n });
  });

  it('records what was asked as it was sealed, with the keys that find it', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const identifiers = {
      box: Buffer.from([0, 255, 92, 34]),
      keys: [-(2n ** 63n), 2n ** 63n - 1n],
    };
    const query = queryOf(id, { identifiers });
    await settle(settlementOf(held(await reserve(query))));
    const rows = await sql`
      SELECT identifiers AS box, identifier_keys::text AS keys FROM query_records
      WHERE id = ${query.queryId}`;
    expect(rows).toEqual([
      { box: identifiers.box, keys: '{-9223372036854775808,9223372036854775807}' },
    ]);
  });

  it('holds nothing for a query asked again under a key already paid, even without a balance', async () => {
    const { id } = await createTestIntegration(databaseUrl, { saldo: 0n });
    expect(await reserve(queryOf(id))).toBeUndefined();
    const again = held(await reserve(queryOf(id, { free: true })));
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 0n, reservado: 0n });
    await settle(settlementOf(again));
    expect(await chargesOf(sql, id)).toEqual([0n]);
  });

  it('holds a scheduled tariff from its instant on', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const schedule = (at: string) => sql`
      UPDATE accounts SET next_tarifa = 7000, next_tarifa_at = ${at}::timestamptz
      WHERE integration_id = ${id}`;
    await schedule('2999-01-01T00:00:00Z');
    await settle(settlementOf(held(await reserve(queryOf(id)))));
    await schedule('2020-01-01T00:00:00Z');
    await settle(settlementOf(held(await reserve(queryOf(id)))));
    expect(await chargesOf(sql, id)).toEqual([5_000n, 7_000n]);
  });
});

describe('several instances on the same accounts', () => {
  const INSTANCES = 5;
  const ACCOUNTS = 10;
  const QUERIES = 60;

  it('neither block each other nor lose count, and leave a ledger in which everything agrees', async () => {
    const accounts: TestIntegration[] = [];
    for (let n = 0; n < ACCOUNTS; n++) accounts.push(await createTestIntegration(databaseUrl));
    const ids = accounts.map(({ id }) => id);
    const clients = Array.from({ length: INSTANCES }, () => connectSql(databaseUrl, { max: 4 }));
    const db = connectDatabase(databaseUrl, { max: 2 });
    const instance = async (client: typeof sql, number: number) => {
      const settleHere = createSettle(client);
      const reserveHere = createReserve(client, settleHere);
      // Each in another order: what could make a circle of waiting ones.
      const order = number % 2 === 0 ? ids : ids.toReversed();
      await Promise.all(
        Array.from({ length: QUERIES }, async (_, n) => {
          const id = order[(n * (number + 1)) % ACCOUNTS] ?? 0;
          const status = n % 3 === 0 ? 404 : 200;
          const hold = held(await reserveHere(queryOf(id)));
          expect(await settleHere(settlementOf(hold, { status }))).toBe('settled');
        }),
      );
    };
    const topUps = accounts.map(({ nombre }) => act(db, topUp, { nombre, amount: 7n }));
    await Promise.all([...clients.map(instance), ...topUps]);
    const { problems } = await verifyLedger(db);
    expect(problems.filter(({ integrationId }) => ids.includes(integrationId))).toEqual([]);
    await Promise.all([...clients.map((client) => client.end()), db.$client.end()]);

    let charges = 0;
    for (const id of ids) {
      const charged = await chargesOf(sql, id);
      charges += charged.length;
      const spent = charged.reduce((sum, amount) => sum + amount, 0n);
      const rows = await sql<{ seq: bigint }[]>`
        SELECT seq FROM ledger_entries WHERE integration_id = ${id} ORDER BY seq`;
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, place) => BigInt(place + 1)));
      expect(await accountOf(sql, id)).toEqual({
        saldo: 1_000_007n - spent,
        reservado: 0n,
        ledgerSeq: BigInt(rows.length),
      });
      expect((await recordsOf(sql, id)).filter(({ status }) => status === 200)).toHaveLength(
        charged.length,
      );
    }
    expect(charges).toBe(INSTANCES * ((QUERIES * 2) / 3));
  });
});
