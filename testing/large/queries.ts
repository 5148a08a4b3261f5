import type { Lookup } from '@/lib/contract/lookups';
import { lookupFacts } from '@/lib/contract/lookups';
import type { Customer, PlannedToken } from './customers';
import { drawSourceMs, type Ending, Endings } from './endings';
import type { LargeOptions } from './options';
import { Outages } from './outages';
import { Random, Weighted } from './random';
import { DAY_MS, type Hour } from './rhythm';
import type { Asked, Taxpayers } from './taxpayers';

/** Its hold expired, and the sweep came by. */
const INTERRUPTED_AFTER_MS = 96_000;

/** One query of the past. Instants in microseconds since 1970, amounts in 1/10000 quetzal. */
export interface Query {
  customer: Customer;
  token: PlannedToken;
  lookup: Lookup;
  ending: Ending;
  asked: Asked;
  atUs: number;
  settledUs: number;
  /** Of the record, null where nobody knows. */
  durationMs: number | null;
  sourceMs: number;
  /** Global limit, credentials, limit, body and reserve; in tenths of a millisecond. */
  readonly stepsTenths: Int32Array;
  /** What a billed answer costs; 0 for any other. */
  charged: number;
  /** Billed and answered with 200: has its charge in the ledger, if only of 0. */
  billed: boolean;
  /** Random bits of its ids. */
  readonly bits: Uint32Array;
  requestBits: number;
}

/** Ranges of the steps before the source in tenths of ms, and how uneven: most draws lie low. */
const STEP_TENTHS = [3, 22, 3, 14, 38];

/**
 * Draws the queries hour by hour. The same seed draws the same ones however often: once to count
 * what they will leave in the ledger, once to write them. The object given is used again.
 */
export class Queries {
  readonly #random: Random;
  readonly #outages: Outages;
  readonly #endings = new Endings();
  #day = Number.NaN;
  #active: Weighted<Customer> | undefined;

  constructor(
    options: LargeOptions,
    private readonly customers: readonly Customer[],
    private readonly taxpayers: Taxpayers,
  ) {
    this.#random = new Random(options.seed, 'queries');
    this.#outages = new Outages(options);
  }

  *of(hour: Hour): Generator<Query> {
    if (hour.queries === 0) return;
    const random = this.#random;
    const active = this.#activeAt(hour.startMs);
    const isDown = this.#outages.during(hour.startMs, hour.startMs + hour.lengthMs);
    const offsetsUs = Float64Array.from({ length: hour.queries }, () =>
      Math.floor(random.share() * hour.lengthMs * 1_000),
    ).sort();
    let query: Query | undefined;
    for (const offsetUs of offsetsUs) {
      const customer = active.draw(random);
      const atUs = hour.startMs * 1_000 + offsetUs;
      query = this.#draw(query, customer, atUs, hour.load, isDown);
      yield query;
    }
  }

  #draw(
    used: Query | undefined,
    customer: Customer,
    atUs: number,
    load: number,
    isDown: (lookup: Lookup, atMs: number) => boolean,
  ): Query {
    const random = this.#random;
    const atMs = atUs / 1_000;
    const lookup = customer.lookups.draw(random);
    const ending = this.#endings.draw(random, lookup, isDown(lookup, atMs));
    const asked = this.taxpayers.draw(random, lookup, customer.origin);
    const token = tokenAt(customer, atMs);
    const query = used ?? emptyQuery(customer, token, lookup, ending, asked);
    Object.assign(query, { customer, token, lookup, ending, asked, atUs });
    this.#time(query, load);
    query.billed = ending.billable && lookupFacts[lookup].billed;
    query.charged = query.billed ? tariffAt(customer, atMs) : 0;
    for (let word = 0; word < 3; word += 1) query.bits[word] = random.word();
    query.requestBits = random.word();
    return query;
  }

  #time(query: Query, load: number): void {
    const random = this.#random;
    const { lookup, ending, stepsTenths } = query;
    let before = 0;
    for (const [step, most] of STEP_TENTHS.entries()) {
      const tenths = 1 + Math.floor(random.share() ** 3 * most * (1 + load));
      stepsTenths[step] = tenths;
      before += tenths;
    }
    query.sourceMs = drawSourceMs(random, lookup, ending.pace, load);
    const isKnown = ending.pace !== 'unknown';
    const durationMs = before / 10 + query.sourceMs + 0.4;
    query.durationMs = isKnown ? Math.round(durationMs) : null;
    const settledMs = isKnown ? durationMs + 1.5 : INTERRUPTED_AFTER_MS;
    query.settledUs = query.atUs + Math.round(settledMs * 1_000);
  }

  /** Who was there and not suspended on that day. */
  #activeAt(atMs: number): Weighted<Customer> {
    const day = Math.floor(atMs / DAY_MS);
    if (this.#active !== undefined && this.#day === day) return this.#active;
    const endMs = (day + 1) * DAY_MS;
    const isThere = ({ createdMs, suspendedMs }: Customer) =>
      createdMs <= day * DAY_MS && (suspendedMs === null || suspendedMs >= endMs);
    this.#day = day;
    this.#active = new Weighted(
      this.customers,
      this.customers.map((customer) => (isThere(customer) ? customer.weight : 0)),
    );
    return this.#active;
  }
}

function emptyQuery(
  customer: Customer,
  token: PlannedToken,
  lookup: Lookup,
  ending: Ending,
  asked: Asked,
): Query {
  return {
    ...{ customer, token, lookup, ending, asked },
    ...{ atUs: 0, settledUs: 0, durationMs: 0, sourceMs: 0, charged: 0, billed: false },
    stepsTenths: new Int32Array(STEP_TENTHS.length),
    bits: new Uint32Array(3),
    requestBits: 0,
  };
}

function tokenAt({ tokens }: Customer, atMs: number): PlannedToken {
  const token = tokens.findLast(({ fromMs }) => fromMs <= atMs) ?? tokens[0];
  if (token === undefined) throw new RangeError('An integration without a token.');
  return token;
}

export function tariffAt({ tariffs }: Customer, atMs: number): number {
  return tariffs.findLast(({ fromMs }) => fromMs <= atMs)?.tarifa ?? 0;
}
