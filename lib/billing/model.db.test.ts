import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import { accountOf, chargesOf, expire, held, queryOf, settlementOf } from '@/testing/billing';
import { act, createTestIntegration } from '@/testing/integration';
import type { Hold } from './hold';
import { releaseExpired } from './release-expired';
import { createReserve } from './reserve';
import { setTariff } from './set-tariff';
import { createSettle } from './settle';
import { topUp } from './top-up';
import { verifyLedger } from './verify-ledger';

const databaseUrl = inject('databaseUrl');
const db = connectDatabase(databaseUrl, { max: 2 });
/** Two instances of the gateway on the same money. */
const instances = [connectSql(databaseUrl, { max: 3 }), connectSql(databaseUrl, { max: 3 })].map(
  (sql) => {
    const settle = createSettle(sql);
    return { sql, settle, reserve: createReserve(sql, settle) };
  },
);

afterAll(async () => {
  await Promise.all([db.$client.end(), ...instances.map(({ sql }) => sql.end())]);
});

function instanceAt(place: number) {
  const instance = instances[place % instances.length];
  if (instance === undefined) throw new Error('There are no instances.');
  return instance;
}

const ENDINGS = [
  { status: 200, outcome: 'found' },
  { status: 404, outcome: 'source_not_found' },
  { status: 502, outcome: 'source_unavailable' },
  { estado: 'cancelada', status: null, outcome: 'client_gone' },
  'abandoned',
  'settled twice',
] as const;

const query = fc.record({
  kind: fc.constant('query' as const),
  billed: fc.boolean(),
  ending: fc.constantFrom(...ENDINGS),
  instance: fc.nat(1),
});
const recharge = fc.record({ kind: fc.constant('topUp' as const), amount: fc.bigInt(1n, 20_000n) });
const tariff = fc.record({
  kind: fc.constant('tariff' as const),
  tarifa: fc.constantFrom(0n, 1n, 700n, 5_000n),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(fc.oneof({ weight: 4, arbitrary: query }, recharge, tariff), {
  minLength: 1,
  maxLength: 15,
});
const SALDO = 12_000n;

async function account() {
  const tarifa = 5_000n;
  const { id, nombre } = await createTestIntegration(databaseUrl, { saldo: SALDO, tarifa });
  return { id, nombre, tarifa };
}

async function reserveFor(id: number, { billed, instance }: Query): Promise<Hold | undefined> {
  const lookup = billed ? 'omisos' : 'renap';
  const hold = await instanceAt(instance).reserve(queryOf(id, { lookup }));
  return hold && held(hold);
}

/** Ends a query; true when it was settled as found. */
async function endQuery(hold: Hold, { ending, instance }: Query): Promise<boolean> {
  const { sql, settle } = instanceAt(instance);
  if (ending === 'abandoned') {
    await expire(sql, hold);
    return false;
  }
  if (ending === 'settled twice') {
    const other = instanceAt(instance + 1);
    const outcomes = [settle(settlementOf(hold)), other.settle(settlementOf(hold))];
    expect((await Promise.all(outcomes)).sort()).toEqual(['released', 'settled']);
    return true;
  }
  expect(await settle(settlementOf(hold, ending))).toBe('settled');
  return ending.status === 200;
}

async function recharged({ nombre }: { nombre: string }, amount: bigint): Promise<void> {
  await act(db, topUp, { nombre, amount });
}

async function releaseAll(id: number): Promise<void> {
  const { sql, settle } = instanceAt(0);
  await releaseExpired(sql, settle, id);
}

async function problemsOf(id: number) {
  const { problems } = await verifyLedger(db);
  return problems.filter(({ integrationId }) => integrationId === id);
}

it('one step after another, the account is always what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id, nombre, tarifa: first } = await account();
      const model = { saldo: SALDO, tarifa: first, charges: [] as bigint[] };
      for (const step of sequence) {
        if (step.kind === 'topUp') {
          await recharged({ nombre }, step.amount);
          model.saldo += step.amount;
        } else if (step.kind === 'tariff') {
          await act(db, setTariff, { nombre, tarifa: step.tarifa });
          model.tarifa = step.tarifa;
        } else {
          const admitted = !step.billed || (model.saldo > 0n && model.saldo >= model.tarifa);
          const hold = await reserveFor(id, step);
          expect(hold !== undefined).toBe(admitted);
          if (hold !== undefined && (await endQuery(hold, step)) && step.billed) {
            model.saldo -= model.tarifa;
            model.charges.push(model.tarifa);
          }
          await releaseAll(id);
        }
        const { saldo, reservado } = await accountOf(instanceAt(0).sql, id);
        expect({ saldo, reservado }).toEqual({ saldo: model.saldo, reservado: 0n });
      }
      expect(await chargesOf(instanceAt(0).sql, id)).toEqual(model.charges);
      expect(await problemsOf(id)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

it('all at once, what was found is what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id, nombre, tarifa } = await account();
      const queries = sequence.filter((step) => step.kind === 'query');
      const amounts = sequence.flatMap((step) => (step.kind === 'topUp' ? [step.amount] : []));
      const paid = queries.map(async (step) => {
        const hold = await reserveFor(id, step);
        const found = hold !== undefined && (await endQuery(hold, step));
        return found && step.billed ? tarifa : 0n;
      });
      const [charges] = await Promise.all([
        Promise.all(paid),
        ...amounts.map((amount) => recharged({ nombre }, amount)),
      ]);
      await releaseAll(id);
      const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n);
      const { saldo, reservado } = await accountOf(instanceAt(0).sql, id);
      expect({ saldo, reservado }).toEqual({
        saldo: SALDO + sum(amounts) - sum(charges),
        reservado: 0n,
      });
      const charged = await chargesOf(instanceAt(0).sql, id);
      expect(charged).toEqual(charges.filter((charge) => charge > 0n));
      expect(await problemsOf(id)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
