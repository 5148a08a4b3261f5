import { sql as raw } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountOf, chargesOf, held, queryOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { topUp } from './top-up';
import { verifyLedger } from './verify-ledger';

const { db, sql, settle, reserve, holdOf, chargeOf, newIntegration, newIntegrations, act } =
  sharedDatabase();

describe('reserving', () => {
  it.each([
    { saldo: 5_000n, tarifa: 5_000n, admitted: true, why: 'the balance is worth one query' },
    { saldo: 4_999n, tarifa: 5_000n, admitted: false, why: 'a ten-thousandth is missing' },
    { saldo: 1n, tarifa: 0n, admitted: true, why: 'queries are free and something is left' },
    { saldo: 0n, tarifa: 0n, admitted: false, why: 'queries are free but nothing is left' },
  ])('a catalog query is admitted ($admitted) when $why', async ({ saldo, tarifa, admitted }) => {
    const { id } = await newIntegration({ saldo, tarifa });
    expect(typeof (await reserve(queryOf(id)))).toBe(admitted ? 'object' : 'string');
  });

  it.each(['renap', 'rtu'] as const)('%s needs no balance and holds none', async (lookup) => {
    const { id } = await newIntegration({ saldo: 0n });
    await holdOf(id, { lookup });
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 0n, reservado: 0n });
  });

  it('admits what a top-up pays for although it waited while that was made', async () => {
    const { id, nombre } = await newIntegration({ saldo: 0n });
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
  });

  it('keeps a bad request away from its neighbours', async () => {
    const { id } = await newIntegration();
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
    const { id } = await newIntegration();
    const identifiers = {
      box: Buffer.from([0, 255, 92, 34]),
      keys: [-(2n ** 63n), 2n ** 63n - 1n],
    };
    const queryId = await chargeOf(id, { identifiers });
    const rows = await sql`
      SELECT identifiers AS box, identifier_keys::text AS keys FROM query_records
      WHERE id = ${queryId}`;
    expect(rows).toEqual([
      { box: identifiers.box, keys: '{-9223372036854775808,9223372036854775807}' },
    ]);
  });

  it('holds nothing for a query asked again under a key already paid, even without a balance', async () => {
    const { id } = await newIntegration({ saldo: 0n });
    expect(await reserve(queryOf(id))).toBe('no_balance');
    const again = await holdOf(id, { free: true });
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 0n, reservado: 0n });
    await settle(settlementOf(again));
    expect(await chargesOf(sql, id)).toEqual([0n]);
  });
});

describe('several instances on the same accounts', () => {
  const ACCOUNTS = 10;
  const QUERIES = 60;
  const instances = [sharedDatabase(), sharedDatabase(), sharedDatabase(), sharedDatabase()];

  it('neither block each other nor lose count, and leave a ledger in which everything agrees', async () => {
    const accounts = await newIntegrations(ACCOUNTS);
    const ids = accounts.map(({ id }) => id);
    const queries = instances.map(async (instance, number) => {
      // In opposite orders, which could end in a deadlock.
      const order = number % 2 === 0 ? ids : ids.toReversed();
      await Promise.all(
        Array.from({ length: QUERIES }, async (_, n) => {
          const id = order[(n * (number + 1)) % ACCOUNTS] ?? 0;
          const status = n % 3 === 0 ? 404 : 200;
          const hold = await instance.holdOf(id);
          expect(await instance.settle(settlementOf(hold, { status }))).toBe('settled');
        }),
      );
    });
    const topUps = accounts.map(({ nombre }) => act(topUp, { nombre, amount: 7n }));
    await Promise.all([...queries, ...topUps]);
    const { problems } = await verifyLedger(db);
    expect(problems.filter(({ integrationId }) => ids.includes(integrationId))).toEqual([]);
    const charges = await Promise.all(ids.map((id) => chargesOf(sql, id)));
    expect(charges.flat()).toHaveLength(instances.length * ((QUERIES * 2) / 3));
    const reserved = await Promise.all(ids.map((id) => accountOf(sql, id)));
    expect(reserved.filter(({ reservado }) => reservado > 0n)).toEqual([]);
  });
});
