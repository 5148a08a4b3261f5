import fc from 'fast-check';
import type { Claim } from '@/lib/billing/idempotency';
import { keyFacts } from '@/lib/contract/idempotency-key';
import type { RecordState } from './billing';

/** Steps that a customer, an administrator and the gateway take, and their expected results. */

const ENDINGS = [
  { status: 200, ending: 'found' },
  { status: 200, ending: 'empty' },
  { status: 404, ending: 'source_not_found' },
  { status: 502, ending: 'source_unavailable' },
  { estado: 'cancelada', status: null, ending: 'client_gone' },
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
export type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const cap = fc.record({
  kind: fc.constant('cap' as const),
  cap: fc.constantFrom(undefined, 3_000n, 8_000n),
});
const others = [recharge, adjustment, tariff, returned, cap] as const;
const step = fc.oneof({ weight: 7, arbitrary: query }, ...others);
export const steps = fc.array(step, { minLength: 1, maxLength: 20 });
export const SALDO = 12_000n;

/** Result of a query: how its key was claimed, and whether it was held and found. */
export interface Asked {
  readonly claim: Claim;
  readonly queryId: string;
  readonly held: boolean;
  readonly found: boolean;
}

/** True for an empty answer that costs nothing. */
export function isFree({ ending, chargesEmpty }: Query): boolean {
  return !chargesEmpty && typeof ending === 'object' && ending.ending === 'empty';
}

/** Expected record of a query with this ending. */
export function endOf(ending: Query['ending']): Pick<RecordState, 'estado' | 'status'> {
  if (ending === 'abandoned') return { estado: 'interrumpida', status: null };
  const { estado = 'completada', status }: Partial<RecordState> =
    typeof ending === 'string' ? { status: 200 } : ending;
  return { estado, status: status ?? null };
}

interface Charge {
  readonly queryId: string;
  readonly amount: bigint;
  returned: boolean;
}

/** Expected state of an account and of the keys of its integration. */
export class Model {
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
    const known = this.#keys.get(key) ?? { left: keyFacts.keyRepetitions, abandoned: false };
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

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
