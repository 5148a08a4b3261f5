import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { formatQuetzales } from '@/lib/base/values/money';
import {
  accountOf,
  chargesOf,
  expire,
  problemsOf,
  queryOf,
  recordsOf,
  settlementOf,
} from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import {
  type Asked,
  endOf,
  isFree,
  Model,
  type Query,
  SALDO,
  type Step,
  steps,
} from '@/testing/money-model';
import { everything } from '@/testing/scope';
import { adjust } from './adjust';
import type { Hold } from './hold';
import { claimKey, type KeyedQuery, releaseKey } from './idempotency';
import { refund } from './refund';
import { releaseExpired } from './release-expired';
import { setTariff } from './tariffs';
import { topUp } from './top-up';
import { markUndelivered, returnUndelivered } from './undelivered';

const { db, newIntegration, act, setLimits } = sharedDatabase();
/** Two instances of the gateway on the same money. */
const instances = [sharedDatabase(), sharedDatabase()];

function instanceAt(place: number) {
  const instance = instances[place % instances.length];
  if (instance === undefined) throw new Error('There are no instances.');
  return instance;
}

async function account() {
  const tarifa = 5_000n;
  const { id, nombre } = await newIntegration({ saldo: SALDO, tarifa });
  return { id, nombre, tarifa };
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
  const { ending, instance } = step;
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
  if (ending === 'undelivered') {
    await markUndelivered(sql, hold.queryId);
    expect(await settle(settlementOf(hold))).toBe('settled');
    await Promise.all(instances.map((one) => returnUndelivered(one.sql, one.db)));
    return true;
  }
  const charge = isFree(step) && hold.billed ? { charge: 'zero' as const } : {};
  expect(await settle(settlementOf(hold, { ...ending, ...charge }))).toBe('settled');
  return ending.status === 200;
}

const nota = 'a reason';

async function releaseAll(id: number): Promise<void> {
  const { sql, settle } = instanceAt(0);
  await releaseExpired(sql, settle, id);
  await returnUndelivered(sql, db);
}

async function take(step: Step, { id, nombre }: { id: number; nombre: string }, model: Model) {
  switch (step.kind) {
    case 'topUp':
      model.saldo += step.amount;
      await act(topUp, { nombre, amount: step.amount });
      return;
    case 'adjust': {
      const adjusting = act(adjust, { nombre, amount: step.amount, nota });
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
      await setLimits(nombre, { cap_day });
      return;
    }
    case 'tariff':
      model.tarifa = step.tarifa;
      await act(setTariff, { nombre, tarifa: step.tarifa });
      return;
    case 'refund': {
      const charge = model.refund(step.place);
      if (charge) await act(refund, { nombre, queryId: charge.queryId, nota });
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

/** One sequence takes half a second, more beside other tests. */
const options = { timeout: everything ? 240_000 : 30_000 };

it('one step after another, the account is always what the model says', options, async () => {
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
    { numRuns: everything ? 60 : 6 },
  );
});

it('all at once, what was found is what was paid', options, async () => {
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
        if (isReturned && !isLate) await act(refund, { nombre, queryId: asked.queryId, nota });
        return { ...step, ...asked, paid, cost: paid && !isReturned ? tarifa : 0n };
      });
      const adding = sequence.map(async (step) => {
        if (step.kind !== 'topUp' && step.kind !== 'adjust') return 0n;
        const verb = step.kind === 'topUp' ? topUp : adjust;
        const entered = act(verb, { nombre, amount: step.amount, nota });
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
    { numRuns: everything ? 60 : 8 },
  );
});
