import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { formatQuetzales } from '@/lib/money';
import {
  accountOf,
  chargesOf,
  expire,
  problemsOf,
  queryOf,
  type RecordState,
  recordsOf,
  settlementOf,
} from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { act, createTestIntegration, setLimits } from '@/testing/integration';
import { adjust } from './adjust';
import type { Hold } from './hold';
import { type Claim, claimKey, FREE_REPETITIONS, type KeyedQuery, releaseKey } from './idempotency';
import { refund } from './refund';
import { releaseExpired } from './release-expired';
import { setTariff } from './set-tariff';
import { createSettle } from './settle';
import { topUp } from './top-up';
import { markUndelivered, returnUndelivered } from './undelivered';

const { databaseUrl, db } = sharedDatabase();
/** Two instances of the gateway on the same money. */
const instances = [sharedDatabase(), sharedDatabase()].map((instance) => ({
  ...instance,
  /** Settles as with `CHARGE_EMPTY_ANSWERS=false`. */
  settleEmptyFree: createSettle(instance.sql, { chargeEmptyAnswers: false }),
}));

function instanceAt(place: number) {
  const instance = instances[place % instances.length];
  if (instance === undefined) throw new Error('There are no instances.');
  return instance;
}

const ENDINGS = [
  { status: 200, outcome: 'found' },
  { status: 200, outcome: 'found_empty' },
  { status: 404, outcome: 'source_not_found' },
  { status: 502, outcome: 'source_unavailable' },
  { estado: 'cancelada', status: null, outcome: 'client_gone' },
  'abandoned',
  'settled twice',
  'undelivered',
] as const;

const query = fc.record({
  kind: fc.constant('query' as const),
  billed: fc.boolean(),
  ending: fc.constantFrom(...ENDINGS),
  instance: fc.nat(1),
  /** Whether the deployment that settles it charges empty answers. */
  chargesEmpty: fc.boolean(),
  key: fc.constantFrom('', '', 'a', 'b'),
});
const returned = fc.record({ kind: fc.constant('refund' as const), place: fc.nat(3) });
const recharge = fc.record({ kind: fc.constant('topUp' as const), amount: fc.bigInt(1n, 20_000n) });
const adjustment = fc.record({
  kind: fc.constant('adjust' as const),
  amount: fc.oneof(fc.bigInt(-9_000n, -1n), fc.bigInt(1n, 9_000n)),
});
const tariff = fc.record({
  kind: fc.constant('tariff' as const),
  tarifa: fc.constantFrom(0n, 1n, 700n, 5_000n),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const cap = fc.record({
  kind: fc.constant('cap' as const),
  cap: fc.constantFrom(undefined, 3_000n, 8_000n),
});
const others = [recharge, adjustment, tariff, returned, cap] as const;
const step = fc.oneof({ weight: 7, arbitrary: query }, ...others);
const steps = fc.array(step, { minLength: 1, maxLength: 20 });
const SALDO = 12_000n;

async function account() {
  const tarifa = 5_000n;
  const { id, nombre } = await createTestIntegration(databaseUrl, { saldo: SALDO, tarifa });
  return { id, nombre, tarifa };
}

/** Result of a query: how its key was claimed, and whether it was held and found. */
interface Asked {
  readonly claim: Claim;
  readonly queryId: string;
  readonly held: boolean;
  readonly found: boolean;
}

/** Makes a query as the gateway does: claim, reserve, settle, release. */
async function ask(integrationId: number, step: Query): Promise<Asked> {
  const { sql, reserve } = instanceAt(step.instance);
  const queryId = uuidv7();
  const key = step.billed ? step.key : '';
  const keyed: KeyedQuery = { integrationId, key, digests: [Buffer.from('x')], queryId };
  const claim = key === '' ? 'charge' : await claimKey(sql, keyed);
  const nothing = { claim, queryId, held: false, found: false };
  if (claim !== 'charge' && claim !== 'free') return nothing;
  const lookup = step.billed ? 'omisos' : 'renap';
  const free = claim === 'free';
  const hold = await reserve(queryOf(integrationId, { lookup, queryId, free }));
  const isHeld = typeof hold === 'object';
  const found = isHeld && (await endQuery(hold, step));
  if (!isHeld || step.ending !== 'abandoned') await releaseKey(sql, keyed);
  return { ...nothing, held: isHeld, found };
}

/** Ends a query; true when it was settled as found. */
async function endQuery(hold: Hold, step: Query): Promise<boolean> {
  const { ending, instance, chargesEmpty } = step;
  const { sql, settle: settleCharged, settleEmptyFree } = instanceAt(instance);
  const settle = chargesEmpty ? settleCharged : settleEmptyFree;
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
  if (ending === 'undelivered') {
    await markUndelivered(sql, hold.queryId);
    expect(await settle(settlementOf(hold))).toBe('settled');
    await Promise.all(instances.map((one) => returnUndelivered(one.sql)));
    return true;
  }
  expect(await settle(settlementOf(hold, ending))).toBe('settled');
  return ending.status === 200;
}

/** True for an empty answer that costs nothing. */
function isFree({ ending, chargesEmpty }: Query): boolean {
  return !chargesEmpty && typeof ending === 'object' && ending.outcome === 'found_empty';
}

/** Expected record of a query with this ending. */
function endOf(ending: Query['ending']): Pick<RecordState, 'estado' | 'status'> {
  if (ending === 'abandoned') return { estado: 'interrumpida', status: null };
  const { estado = 'completada', status }: Partial<RecordState> =
    typeof ending === 'string' ? { status: 200 } : ending;
  return { estado, status: status ?? null };
}

const nota = 'a reason';

async function releaseAll(id: number): Promise<void> {
  const { sql, settle } = instanceAt(0);
  await releaseExpired(sql, settle, id);
  await returnUndelivered(sql);
}

interface Charge {
  readonly queryId: string;
  readonly amount: bigint;
  returned: boolean;
}

/** Expected state of an account and of the keys of its integration. */
class Model {
  saldo = SALDO;
  tarifa: bigint;
  /** Spending cap of the day. */
  cap: bigint | undefined;
  readonly charges: Charge[] = [];
  readonly records: RecordState[] = [];
  readonly #keys = new Map<string, { paid?: Charge; left: number; abandoned: boolean }>();

  constructor({ tarifa }: { tarifa: bigint }) {
    this.tarifa = tarifa;
  }

  /** Returns the expected result of a query. */
  ask({ billed, key, ending }: Query): Omit<Asked, 'queryId'> {
    const known = this.#keys.get(key) ?? { left: FREE_REPETITIONS, abandoned: false };
    const claim = !billed || key === '' ? 'charge' : this.#claimOf(known);
    if (claim !== 'charge' && claim !== 'free') return { claim, held: false, found: false };
    if (claim === 'free') known.left -= 1;
    const held = !billed || claim === 'free' || this.#covers();
    if (billed && key !== '') {
      this.#keys.set(key, known);
      known.abandoned = held && ending === 'abandoned';
    }
    return { claim, held, found: held && endOf(ending).status === 200 };
  }

  #covers(): boolean {
    const kept = this.charges.filter(({ returned }) => !returned);
    const room = (this.cap ?? 0n) - kept.reduce((sum, { amount }) => sum + amount, 0n);
    const isWithinCap = this.cap === undefined || this.tarifa === 0n || this.tarifa <= room;
    return isWithinCap && this.saldo > 0n && this.saldo >= this.tarifa;
  }

  #claimOf(known: { paid?: Charge; left: number; abandoned: boolean }): Claim {
    if (known.paid && (known.left === 0 || known.paid.returned)) return 'spent';
    if (known.abandoned) return 'under_way';
    return known.paid ? 'free' : 'charge';
  }

  charge(queryId: string, claim: Claim, query: Query): bigint {
    const { key, ending } = query;
    const amount = claim === 'free' || isFree(query) ? 0n : this.tarifa;
    const charge = { queryId, amount, returned: false };
    this.saldo -= amount;
    this.charges.push(charge);
    const known = this.#keys.get(key);
    if (amount > 0n && known) known.paid = charge;
    if (amount > 0n && ending === 'undelivered') this.#giveBack(charge);
    return amount;
  }

  /** Returns a charge that can be returned, if there is one. */
  refund(place: number): Charge | undefined {
    const open = this.charges.filter(({ amount, returned }) => amount > 0n && !returned);
    const charge = open[place % Math.max(open.length, 1)];
    if (charge === undefined) return undefined;
    this.#giveBack(charge);
    return charge;
  }

  #giveBack(charge: Charge): void {
    charge.returned = true;
    this.saldo += charge.amount;
  }
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(step: Step, { id, nombre }: { id: number; nombre: string }, model: Model) {
  switch (step.kind) {
    case 'topUp':
      model.saldo += step.amount;
      await act(db, topUp, { nombre, amount: step.amount });
      return;
    case 'adjust': {
      const adjusting = act(db, adjust, { nombre, amount: step.amount, nota });
      if (model.saldo + step.amount < 0n) {
        await expect(adjusting).rejects.toMatchObject({ code: 'balance_below_zero' });
        return;
      }
      await adjusting;
      model.saldo += step.amount;
      return;
    }
    case 'cap': {
      model.cap = step.cap;
      const cap_day = step.cap === undefined ? '' : formatQuetzales(step.cap);
      await setLimits(db, nombre, { cap_day });
      return;
    }
    case 'tariff':
      model.tarifa = step.tarifa;
      await act(db, setTariff, { nombre, tarifa: step.tarifa });
      return;
    case 'refund': {
      const charge = model.refund(step.place);
      if (charge) await act(db, refund, { nombre, queryId: charge.queryId, nota });
      return;
    }
    case 'query': {
      const expected = model.ask(step);
      const { queryId, ...asked } = await ask(id, step);
      expect(asked).toEqual(expected);
      const isCharged = step.billed && asked.found;
      const charged = isCharged ? model.charge(queryId, asked.claim, step) : 0n;
      if (asked.held) model.records.push({ ...endOf(step.ending), charged });
      await releaseAll(id);
    }
  }
}

it('one step after another, the account is always what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const integration = await account();
      const model = new Model(integration);
      for (const one of sequence) {
        await take(one, integration, model);
        const { saldo, reservado } = await accountOf(instanceAt(0).sql, integration.id);
        expect({ saldo, reservado }).toEqual({ saldo: model.saldo, reservado: 0n });
      }
      const charges = await chargesOf(instanceAt(0).sql, integration.id);
      expect(charges).toEqual(model.charges.map(({ amount }) => amount));
      expect(await recordsOf(instanceAt(0).sql, integration.id)).toEqual(model.records);
      expect(await problemsOf(db, integration.id)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

it('all at once, what was found is what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { id, nombre, tarifa } = await account();
      const queries = sequence.filter((step) => step.kind === 'query');
      const asking = queries.map(async (step) => {
        const asked = await ask(id, step);
        const isDue = step.billed && asked.found && asked.claim === 'charge';
        const paid = isDue && !isFree(step);
        const isLate = step.ending === 'undelivered';
        const isReturned = paid && (isLate || step.instance === 1);
        if (isReturned && !isLate) await act(db, refund, { nombre, queryId: asked.queryId, nota });
        return { ...step, ...asked, paid, cost: paid && !isReturned ? tarifa : 0n };
      });
      const adding = sequence.map(async (step) => {
        if (step.kind !== 'topUp' && step.kind !== 'adjust') return 0n;
        const verb = step.kind === 'topUp' ? topUp : adjust;
        const entered = act(db, verb, { nombre, amount: step.amount, nota });
        // An adjustment must not take what is not there or is held.
        return entered.then(
          () => step.amount,
          () => 0n,
        );
      });
      const [asked, added] = await Promise.all([Promise.all(asking), Promise.all(adding)]);
      await releaseAll(id);
      const { saldo, reservado } = await accountOf(instanceAt(0).sql, id);
      const changes = [...added, ...asked.map(({ cost }) => -cost)];
      const sum = changes.reduce((total, one) => total + one, SALDO);
      expect({ saldo, reservado }).toEqual({ saldo: sum, reservado: 0n });
      const found = asked.filter((one) => one.billed && one.found);
      const charged = await chargesOf(instanceAt(0).sql, id);
      expect(charged.filter((charge) => charge > 0n)).toEqual(
        found.filter(({ paid }) => paid).map(() => tarifa),
      );
      for (const key of ['a', 'b']) {
        const keyed = found.filter((one) => one.key === key);
        expect(keyed.filter(({ paid }) => paid).length).toBeLessThanOrEqual(1);
        expect(keyed.filter(({ claim }) => claim === 'free').length).toBeLessThanOrEqual(3);
      }
      expect(await problemsOf(db, id)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
