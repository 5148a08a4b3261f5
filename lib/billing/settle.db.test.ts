import { describe, expect, it } from 'vitest';
import { accountOf, chargesOf, expire, recordsOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { interrupted, releaseExpired } from './release-expired';

const { sql, settle, holdOf, newIntegration } = sharedDatabase();
const { sql: otherSql, settle: otherSettle } = sharedDatabase();

describe('settling', () => {
  it('tells a late answer that its hold was released when both share a statement', async () => {
    const { id } = await newIntegration();
    for (let round = 0; round < 10; round++) {
      const first = await holdOf(id);
      const hold = await holdOf(id);
      const before = (await chargesOf(sql, id)).length;
      // The first settlement is under way alone, so that the two others go together in the next.
      const [, release, answer] = await Promise.all([
        settle(interrupted(first)),
        settle(interrupted(hold)),
        settle(settlementOf(hold)),
      ]);
      expect([release, answer].sort()).toEqual(['released', 'settled']);
      const charged = (await chargesOf(sql, id)).length - before;
      expect(charged).toBe(answer === 'settled' ? 1 : 0);
    }
  });

  it('finds a hold that was changed while it waited for it', async () => {
    const { id } = await newIntegration();
    const hold = await holdOf(id);
    const blocked = await otherSql.begin(async (tx) => {
      await tx`UPDATE holds SET expires_at = expires_at WHERE query_id = ${hold.queryId}`;
      const settling = settle(settlementOf(hold));
      await waitingForLock();
      return { settling };
    });
    expect(await blocked.settling).toBe('settled');
    expect(await chargesOf(sql, id)).toEqual([5_000n]);
  });

  it('keeps what a bad settlement cannot do away from its neighbours', async () => {
    const { id } = await newIntegration();
    const holds = await Promise.all(Array.from({ length: 5 }, () => holdOf(id)));
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
  it('may have been made by a clock that was two years ahead: its money is released', async () => {
    const { id } = await newIntegration();
    const hold = await holdOf(id);
    await sql`UPDATE holds SET created_at = created_at + interval '2 years',
      expires_at = expires_at + interval '2 years' WHERE query_id = ${hold.queryId}`;
    await releaseExpired(sql, settle);
    expect(await accountOf(sql, id)).toMatchObject({ reservado: 0n });
    expect(await recordsOf(sql, id)).toMatchObject([{ estado: 'interrumpida' }]);
  });

  it('is released once however many sweeps there are', async () => {
    const { id } = await newIntegration();
    const holds = await Promise.all(Array.from({ length: 40 }, () => holdOf(id)));
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
