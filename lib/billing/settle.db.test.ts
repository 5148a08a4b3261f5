import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import {
  accountOf,
  chargesOf,
  expire,
  held,
  interruptionOf,
  queryOf,
  recordsOf,
  settlementOf,
} from '@/testing/billing';
import { act, createTestIntegration } from '@/testing/integration';
import { releaseExpired } from './release-expired';
import { createReserve } from './reserve';
import { setTariff } from './set-tariff';
import { createSettle } from './settle';

const databaseUrl = inject('databaseUrl');
const sql = connectSql(databaseUrl);
const otherSql = connectSql(databaseUrl);
const settle = createSettle(sql);
const otherSettle = createSettle(otherSql);
const reserve = createReserve(sql, settle);

afterAll(async () => {
  await Promise.all([sql.end(), otherSql.end()]);
});

describe('settling', () => {
  it('charges a found record once and records it', async () => {
    const { id } = await createTestIntegration(databaseUrl, { saldo: 20_000n });
    const hold = held(await reserve(queryOf(id)));
    expect(await settle(settlementOf(hold))).toBe('settled');
    expect(await settle(settlementOf(hold))).toBe('released');
    expect(await accountOf(sql, id)).toEqual({ saldo: 15_000n, reservado: 0n, ledgerSeq: 2n });
    expect(await recordsOf(sql, id)).toEqual([
      { estado: 'completada', status: 200, charged: 5_000n },
    ]);
  });

  it('happens once when two instances settle the same hold at the same time', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const queries = Array.from({ length: 50 }, () => queryOf(id));
    const holds = (await Promise.all(queries.map((query) => reserve(query)))).map(held);
    const outcomes = await Promise.all(
      holds.flatMap((hold) => [settle(settlementOf(hold)), otherSettle(settlementOf(hold))]),
    );
    expect(outcomes.filter((outcome) => outcome === 'settled')).toHaveLength(50);
    expect(await chargesOf(sql, id)).toEqual(Array(50).fill(5_000n));
    expect(await recordsOf(sql, id)).toHaveLength(50);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 750_000n, reservado: 0n });
  });

  it('tells a late answer that its hold was released when both share a statement', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    for (let round = 0; round < 10; round++) {
      const first = held(await reserve(queryOf(id)));
      const hold = held(await reserve(queryOf(id)));
      const before = (await chargesOf(sql, id)).length;
      // The first settlement is under way alone, so that the two others go together in the next.
      const [, release, answer] = await Promise.all([
        settle(interruptionOf(first)),
        settle(interruptionOf(hold)),
        settle(settlementOf(hold)),
      ]);
      expect([release, answer].sort()).toEqual(['released', 'settled']);
      const charged = (await chargesOf(sql, id)).length - before;
      expect(charged).toBe(answer === 'settled' ? 1 : 0);
    }
  });

  it('finds a hold that was changed while it waited for it', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const hold = held(await reserve(queryOf(id)));
    const blocked = await otherSql.begin(async (tx) => {
      await tx`UPDATE holds SET expires_at = expires_at WHERE query_id = ${hold.queryId}`;
      const settling = settle(settlementOf(hold));
      await waitingForLock();
      return { settling };
    });
    expect(await blocked.settling).toBe('settled');
    expect(await chargesOf(sql, id)).toEqual([5_000n]);
  });

  it('charges nothing for anything but a 200 of a catalog', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const endings = [
      { status: 404, outcome: 'source_not_found' },
      { status: 502, outcome: 'source_unavailable' },
      { status: null, estado: 'cancelada', outcome: 'client_gone' },
    ] as const;
    for (const ending of endings) {
      expect(await settle(settlementOf(held(await reserve(queryOf(id))), ending))).toBe('settled');
    }
    const free = held(await reserve(queryOf(id, { lookup: 'renap' })));
    expect(await settle(settlementOf(free))).toBe('settled');
    expect(await chargesOf(sql, id)).toEqual([]);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
    expect(await recordsOf(sql, id)).toEqual([
      { estado: 'completada', status: 404, charged: 0n },
      { estado: 'completada', status: 502, charged: 0n },
      { estado: 'cancelada', status: null, charged: 0n },
      { estado: 'completada', status: 200, charged: 0n },
    ]);
  });

  it('charges the tariff of the reservation although it changed meanwhile', async () => {
    const { id, nombre } = await createTestIntegration(databaseUrl);
    const hold = held(await reserve(queryOf(id)));
    const db = connectDatabase(databaseUrl, { max: 1 });
    await act(db, setTariff, { nombre, tarifa: 9_000n });
    await db.$client.end();
    const second = held(await reserve(queryOf(id)));
    await settle(settlementOf(second));
    await settle(settlementOf(hold));
    expect(await chargesOf(sql, id)).toEqual([9_000n, 5_000n]);
  });

  it('writes a charge of zero for a free catalog, so that each 200 has one', async () => {
    const { id } = await createTestIntegration(databaseUrl, { tarifa: 0n, saldo: 1n });
    await settle(settlementOf(held(await reserve(queryOf(id)))));
    expect(await chargesOf(sql, id)).toEqual([0n]);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 1n, ledgerSeq: 2n });
  });

  it('keeps what a bad settlement cannot do away from its neighbours', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const queries = Array.from({ length: 5 }, () => queryOf(id));
    const holds = (await Promise.all(queries.map((query) => reserve(query)))).map(held);
    const outcomes = await Promise.allSettled(
      // A record that is cancelled has no status: the table refuses this one.
      holds.map((hold, place) =>
        settle(settlementOf(hold, place === 3 ? { estado: 'cancelada' } : {})),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await chargesOf(sql, id)).toHaveLength(4);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 980_000n, reservado: 5_000n });
  });
});

describe('an expired hold', () => {
  it('is released by the sweep, never charged, and its query recorded as interrumpida', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const hold = held(await reserve(queryOf(id)));
    await expire(sql, hold);
    expect(await releaseExpired(sql, settle, id)).toBe(1);
    expect(await accountOf(sql, id)).toEqual({ saldo: 1_000_000n, reservado: 0n, ledgerSeq: 1n });
    expect(await recordsOf(sql, id)).toEqual([
      { estado: 'interrumpida', status: null, charged: 0n },
    ]);
    expect(await settle(settlementOf(hold))).toBe('released');
    expect(await chargesOf(sql, id)).toEqual([]);
  });

  it('is released when its balance is needed', async () => {
    const { id } = await createTestIntegration(databaseUrl, { saldo: 5_000n });
    const hold = held(await reserve(queryOf(id)));
    expect(await reserve(queryOf(id))).toBeUndefined();
    await expire(sql, hold);
    const next = held(await reserve(queryOf(id)));
    expect(await settle(settlementOf(hold))).toBe('released');
    expect(await settle(settlementOf(next))).toBe('settled');
    expect(await chargesOf(sql, id)).toEqual([5_000n]);
  });

  it('is released once however many sweeps there are', async () => {
    const { id } = await createTestIntegration(databaseUrl);
    const queries = Array.from({ length: 40 }, () => queryOf(id));
    const holds = (await Promise.all(queries.map((query) => reserve(query)))).map(held);
    await Promise.all(holds.map((hold) => expire(sql, hold)));
    const counts = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        place % 2 === 0
          ? releaseExpired(sql, settle, id)
          : releaseExpired(otherSql, otherSettle, id),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await recordsOf(sql, id)).toHaveLength(40);
    expect(await accountOf(sql, id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
  });
});

/** Returns once some session of this server waits for a lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const rows = await otherSql`SELECT FROM pg_locks WHERE NOT granted LIMIT 1`;
    if (rows.length > 0) return;
  }
}
