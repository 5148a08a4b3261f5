import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Taxpayer } from '@/lib/contract/lookup-types';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { type Credentials, credentials } from '@/testing/requests';
import { quantile } from './job';
import { atRate } from './rate';

export interface Question<Customer extends Credentials = Credentials> {
  readonly requestId: string;
  readonly customer: Customer;
  readonly lookup: Lookup;
  readonly person: Taxpayer;
  /** Idempotency key that the request carries. */
  readonly key?: string | undefined;
}

/** How a request ended, as its client saw it. */
export interface Ending {
  /** `broken`: the connection ended, or there was none: the client cannot know whether it was charged. */
  readonly status: number | 'broken' | 'hung_up';
  /** Beginning of what was not found, or of why there was no answer. */
  readonly text: string;
  /** The answer says that it repeats a charged query at no cost. */
  readonly free: boolean;
}

/** A request as its client saw it. Times in ms, `sentAt` by `performance.now()`. */
export interface Seen<Customer extends Credentials = Credentials>
  extends Question<Customer>,
    Ending {
  readonly sentAt: number;
  readonly ms: number;
}

const SHOWN_CHARACTERS = 80;
const ANSWER_TIMEOUT_MS = 60_000;
/** A client whose connection was refused does not ask again at once. */
const PAUSE_AFTER_BROKEN_MS = 20;

/** Sends lookups as integrations do, and keeps what it saw. Sends nothing twice by itself. */
export class Client<Customer extends Credentials = Credentials> implements Disposable {
  readonly seen: Seen<Customer>[] = [];
  readonly #agent: Agent;
  readonly #loops: Promise<unknown>[] = [];
  #stopping = false;

  constructor(connections = 256) {
    const timeouts = { headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS };
    this.#agent = new Agent({ connections, ...timeouts });
  }

  /** Sends a lookup to the app at `url`; never throws. */
  async ask(
    url: string,
    question: Question<Customer>,
    hangUpAfterMs?: number,
  ): Promise<Seen<Customer>> {
    const sentAt = performance.now();
    const ending = await this.#exchange(url, question, hangUpAfterMs);
    const seen = { ...question, ...ending, sentAt, ms: performance.now() - sentAt };
    this.seen.push(seen);
    return seen;
  }

  /** Has `clients` ask one lookup after another until {@link stop}; `ask` gets the client's number. */
  repeat(clients: number, ask: (client: number) => Promise<Ending>): void {
    const loop = async (client: number) => {
      while (!this.#stopping) {
        const { status } = await ask(client);
        if (status === 'broken') await pause(PAUSE_AFTER_BROKEN_MS);
      }
    };
    this.#loops.push(...Array.from({ length: clients }, (_, client) => loop(client)));
  }

  /** Asks at a steady rate, whatever the answers, until {@link stop}. */
  steadily(perSecond: number, ask: () => Promise<Ending>): void {
    this.#loops.push(atRate(perSecond, () => !this.#stopping, ask));
  }

  /** Sends nothing more, without waiting for the requests under way. */
  [Symbol.dispose](): void {
    this.#stopping = true;
  }

  /** Sends nothing more, waits for the requests under way, and returns what was seen. */
  async stop(): Promise<readonly Seen<Customer>[]> {
    this.#stopping = true;
    await Promise.all(this.#loops);
    await this.#agent.destroy();
    return this.seen;
  }

  async #exchange(
    url: string,
    { requestId, customer, lookup, person, key }: Question<Customer>,
    hangUpAfterMs: number | undefined,
  ): Promise<Ending> {
    const { path, bodyFor } = lookupFacts[lookup];
    const hangUp = new AbortController();
    const timer =
      hangUpAfterMs === undefined ? undefined : setTimeout(() => hangUp.abort(), hangUpAfterMs);
    try {
      const { statusCode, headers, body } = await request(url + path, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...credentials(customer),
          'x-request-id': requestId,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: JSON.stringify(bodyFor(person)),
        signal: hangUp.signal,
      });
      const text = (await body.text()).slice(0, statusCode === 200 ? 0 : SHOWN_CHARACTERS);
      return { status: statusCode, text, free: headers['x-consulta-sin-cobro'] === 'true' };
    } catch (error) {
      const status = hangUp.signal.aborted ? 'hung_up' : 'broken';
      return { status, text: String(error).slice(0, SHOWN_CHARACTERS), free: false };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Counts requests by how they ended. */
export function countsOf(seen: readonly Ending[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of seen) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Writes counts as `200×31 404×4 broken×2`. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}×${count}`)
    .join(' ');
}

/** Writes how requests ended and how long they took. */
export function summaryOf(seen: readonly Seen[]): string {
  const latencies = seen.map(({ ms }) => ms);
  const at = (share: number) => `${Math.round(quantile(latencies, share))} ms`;
  const times = `median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`;
  return `${describeCounts(countsOf(seen))}; ${times}`;
}
