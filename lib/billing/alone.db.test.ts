import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryOf, settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { everything } from '@/testing/scope';
import type { Query } from './hold';
import { reserveAlone, reserveTogether } from './reserve';
import { settleAlone, settleTogether } from './settle';

const { sql, newIntegrations } = await ownDatabase();

const RUNS = everything ? 500 : 60;
const amount = fc.constantFrom(0n, 1n, 700n, 5_000n, 5_001n, 12_000n);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const cap = rarely(fc.constantFrom(700n, 5_000n, 17_000n, 50_000n, 50_000n));

const state = fc.record({
  saldo: amount,
  reservado: fc.constantFrom(0n, 0n, 700n, 5_000n),
  tarifa: fc.constantFrom(0n, 1n, 700n, 5_000n),
  /** A scheduled tariff, and in how many minutes it comes into force. */
  next: rarely(
    fc.record({ tarifa: fc.constantFrom(0n, 5_000n), inMinutes: fc.constantFrom(-1, 5) }),
  ),
  capDay: cap,
  capMonth: cap,
  spent: fc.constantFrom(0n, 700n, 12_000n, 16_000n),
  spentDaysAgo: fc.constantFrom(0, 0, 1, 40),
  versionsLater: fc.constantFrom(0, 0, 0, 0, 0, 1),
  tokenExpiresInMinutes: rarely(fc.constantFrom(-1, 5, 5, 5)),
  free: fc.constantFrom(false, false, false, false, false, true),
  charge: fc.constantFrom('tariff', 'tariff', 'zero', 'none'),
});
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

const plain: State = {
  saldo: 12_000n,
  reservado: 0n,
  tarifa: 5_000n,
  next: null,
  capDay: null,
  capMonth: null,
  spent: 0n,
  spentDaysAgo: 0,
  versionsLater: 0,
  tokenExpiresInMinutes: null,
  free: false,
  charge: 'tariff',
};
/** Each differs from the plain one in what the statement for one query must look at. */
const examples: readonly Partial<State>[] = [
  {},
  { saldo: 0n, tarifa: 0n },
  { saldo: 700n, reservado: 5_000n },
  { free: true },
  { versionsLater: 1 },
  { tokenExpiresInMinutes: -1 },
  { next: { tarifa: 0n, inMinutes: -1 } },
  { next: { tarifa: 0n, inMinutes: 5 } },
  { capDay: 17_000n, spent: 16_000n },
  { capMonth: 17_000n, spent: 16_000n },
  { charge: 'zero' },
];

async function set(id: number, given: State): Promise<void> {
  const { next } = given;
  await sql`
    UPDATE accounts SET saldo = ${given.saldo + given.reservado}, reservado = ${given.reservado},
      tarifa = ${given.tarifa}, next_tarifa = ${next?.tarifa ?? null},
      next_tarifa_at = now() + make_interval(mins => ${next?.inMinutes ?? null}),
      spent_on = guatemala_date(now()) - ${given.spentDaysAgo}::int, spent_day = ${given.spent},
      spent_month = ${given.spent}
    WHERE integration_id = ${id}`;
  await sql`
    UPDATE integrations SET cap_day = ${given.capDay}, cap_month = ${given.capMonth}
    WHERE id = ${id}`;
}

async function asked(id: number, given: State): Promise<Query> {
  const [row] = await sql<{ version: number; expiresAt: string | null }[]>`
    SELECT access_version AS version,
      (now() + make_interval(mins => ${given.tokenExpiresInMinutes}))::text AS "expiresAt"
    FROM integrations WHERE id = ${id}`;
  if (row === undefined) throw new Error(`Integration ${id} is missing.`);
  const access = { version: row.version + given.versionsLater, expiresAt: row.expiresAt };
  return queryOf(id, { access, free: given.free });
}

/** Everything that the statements write for an integration, without ids and times. */
async function written(id: number) {
  const [account] = await sql`
    SELECT saldo, reservado, ledger_seq, spent_day, spent_month,
      guatemala_date(now()) - spent_on AS spent_days_ago
    FROM accounts WHERE integration_id = ${id}`;
  const holds = await sql`
    SELECT credential_id, lookup, amount, identifiers, identifier_keys, request_id,
      expires_at - created_at AS life
    FROM holds WHERE integration_id = ${id}`;
  const entries = await sql`
    SELECT seq, kind, amount, balance_after, actor FROM ledger_entries
    WHERE integration_id = ${id} AND kind = 'cobro' ORDER BY seq`;
  const records = await sql`
    SELECT to_jsonb(r) - ARRAY['id', 'integration_id', 'created_at', 'settled_at'] AS record
    FROM query_records r WHERE integration_id = ${id}`;
  const counts = await sql`
    SELECT date_trunc('hour', last_at, 'UTC') = hour AS in_its_hour, credential_id, lookup, ending,
      responsible, status, latency, queries, charged
    FROM pending_counts WHERE integration_id = ${id}`;
  return { account, holds, entries, records, counts };
}

it('a query alone is reserved and settled as it would be among others', async () => {
  let together = 0;
  await fc.assert(
    fc.asyncProperty(state, async (given) => {
      const made = await newIntegrations(2, { saldo: 0n });
      const [one = 0, other = 0] = made.map(({ id }) => id);
      await Promise.all([set(one, given), set(other, given)]);
      const before = await written(one);

      const hold = await reserveAlone(sql, await asked(one, given));
      const [reservation] = await reserveTogether(sql, [await asked(other, given)], 'wait');
      if (hold === undefined) {
        together += 1;
        expect(await written(one)).toEqual(before);
        return;
      }
      if (typeof reservation !== 'object' || !('queryId' in reservation)) {
        throw new Error(`Only the query alone was admitted: ${JSON.stringify(reservation)}.`);
      }
      expect(await written(one)).toEqual(await written(other));

      const { charge } = given;
      const held = await written(one);
      const settled = await settleAlone(sql, settlementOf(hold, { charge }));
      expect(settled).toBe(charge === 'none' ? undefined : 'settled');
      if (settled === undefined) {
        expect(await written(one)).toEqual(held);
        return;
      }
      await settleTogether(sql, [settlementOf(reservation, { charge })], 'wait');
      expect(await written(one)).toEqual(await written(other));
      expect(await settleAlone(sql, settlementOf(hold, { charge }))).toBeUndefined();
    }),
    { numRuns: RUNS, examples: examples.map((example) => [{ ...plain, ...example }]) },
  );
  // Both ways are tried: neither always, nor never.
  expect(together).toBeGreaterThan(0);
  expect(together).toBeLessThan(RUNS);
}, 120_000);
