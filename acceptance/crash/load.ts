import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Ending, send } from '@/acceptance/load/send';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { createPrng, type Prng } from '@/simulator/prng';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import type { Customer, Instances } from './cluster';

export interface Seen {
  readonly requestId: string;
  readonly customer: Customer;
  readonly lookup: Lookup;
  /** Idempotency key that the request carried. */
  readonly key: string | undefined;
  readonly ending: Ending;
}

interface Person {
  readonly nit: string;
  readonly cui: string;
}

const FOUND: readonly Person[] = [
  wellKnown.individual,
  wellKnown.married,
  wellKnown.defaulter,
  wellKnown.coerced,
  wellKnown.sparse,
  reserved('empty'),
  reserved('nulls'),
];
const NOT_FOUND: readonly Person[] = [
  wellKnown.unknown,
  reserved('not-successful'),
  reserved('status-400'),
  reserved('status-401'),
  reserved('status-402'),
  reserved('status-403'),
  reserved('status-404'),
  reserved('status-422'),
  reserved('status-429'),
  reserved('status-500'),
  reserved('status-503'),
  reserved('not-json'),
  reserved('reset'),
  reserved('truncated'),
  reserved('redirect'),
];

const FOUND_SHARE = 0.75;
/** Share of catalog queries with a key, and the share of these that is repeated. */
const KEY_SHARE = 0.4;
const REPEAT_SHARE = 0.7;
const HANG_UP_SHARE = 0.06;
const HANG_UP_WITHIN_MS = 120;
/** A client whose connection was refused does not ask again at once. */
const PAUSE_AFTER_BROKEN_MS = 20;

/** Clients that ask one query after another until they are stopped, and record what they saw. */
export class Load implements Disposable {
  readonly #agent = new Agent({ connections: 256, headersTimeout: 60_000, bodyTimeout: 60_000 });
  readonly #clients: Promise<void>[];
  readonly #seed: number;
  #finished: Seen[] = [];
  #stopping = false;
  #number = 0;

  constructor(
    seed: number,
    clientCount: number,
    private readonly instances: Instances,
    private readonly customers: readonly Customer[],
  ) {
    this.#seed = seed;
    this.#clients = Array.from({ length: clientCount }, (_, place) => this.#client(place));
  }

  /** Returns the requests that ended since the last call. */
  takeFinished(): Seen[] {
    return this.#finished.splice(0);
  }

  /** Sends nothing more, without waiting for the requests under way. */
  [Symbol.dispose](): void {
    this.#stopping = true;
  }

  /** Sends nothing more, and waits for the requests under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#clients);
    await this.#agent.destroy();
  }

  async #client(place: number): Promise<void> {
    const prng = createPrng(this.#seed * 1_000 + place);
    let asked: Asked | undefined;
    while (!this.#stopping) {
      const repeats = asked?.key !== undefined && prng.chance(REPEAT_SHARE);
      asked = repeats && asked !== undefined ? asked : this.#choose(prng, place);
      const seen = await this.#ask(prng, place, asked);
      this.#finished.push(seen);
      if (seen.ending.kind === 'broken') await pause(PAUSE_AFTER_BROKEN_MS);
    }
  }

  #choose(prng: Prng, place: number): Asked {
    const lookup = prng.pick(LOOKUPS);
    const isKeyed = prng.chance(KEY_SHARE) && lookupFacts[lookup].billed;
    return {
      customer: prng.pick(this.customers),
      lookup,
      person: prng.pick(prng.chance(FOUND_SHARE) ? FOUND : NOT_FOUND),
      key: isKeyed ? `key-${this.#seed}-${place}-${this.#number}` : undefined,
    };
  }

  async #ask(prng: Prng, place: number, asked: Asked): Promise<Seen> {
    this.#number += 1;
    const requestId = `crash-${this.#seed}-${place}-${this.#number}`;
    const { customer, lookup, person, key } = asked;
    const hangUpAfterMs = prng.chance(HANG_UP_SHARE) ? prng.int(0, HANG_UP_WITHIN_MS) : undefined;
    const url = (await this.instances.address(prng.int(0, 1_000))) + lookupFacts[lookup].path;
    const question = { requestId, customer, key, body: lookupFacts[lookup].bodyFor(person) };
    const ending = await send(this.#agent, url, question, hangUpAfterMs);
    return { requestId, customer, lookup, key, ending };
  }
}

interface Asked extends Pick<Seen, 'customer' | 'lookup' | 'key'> {
  readonly person: Person;
}
