import { randomUUID } from 'node:crypto';
import { FREE } from '@/checks/cases/repetition';
import { type Ask, isKnown, keyOf, spendingOf } from './ask';
import {
  asksOf,
  type Check,
  type Expectation,
  type Finding,
  isShared,
  type Reply,
  type Stage,
} from './check';
import { Client } from './client';
import { invariants, isAddressLimit } from './invariants';
import { GLOBAL_WINDOW_MS, Pacer } from './pacer';
import { readRateLimit } from './rate-limit';
import type { Settings } from './settings';

/** Receives the waits of a run, to show them. */
export interface Watcher {
  waiting(ms: number, why: string): void;
}

/** After so many requests in a row without an answer the deployment counts as gone. */
const MAX_UNANSWERED = 5;

/** Sends requests within the limits, equal ones once, and checks what every answer must pass. */
export class Session {
  readonly #client: Client;
  readonly #pacer: Pacer;
  readonly #invariants: Expectation;
  readonly #answers = new Map<string, Promise<Reply>>();
  #always: Finding[] = [];
  #unanswered = 0;
  sent = 0;
  charged = 0;

  constructor(
    readonly settings: Settings,
    readonly watcher: Watcher,
  ) {
    this.#client = new Client(settings);
    this.#pacer = new Pacer(settings.limits, () => performance.now());
    this.#invariants = invariants(settings.limits);
  }

  get isDeaf(): boolean {
    return this.#unanswered >= MAX_UNANSWERED;
  }

  /** Sends requests outside of any check. Checks share the answers. */
  async askAll(asks: readonly Ask[]): Promise<Reply[]> {
    const replies: Reply[] = [];
    for (const ask of asks) replies.push(await this.#ask(ask));
    return replies;
  }

  /** Sends the requests of a check. Returns answers by stage, and findings of the invariants. */
  async play(check: Check): Promise<{ stages: Reply[][]; always: Finding[] }> {
    if (check.pace === 'fresh') {
      await this.#wait(this.#pacer.freshMs(check.stages.flatMap(asksOf).map(spendingOf)));
    }
    const stages: Reply[][] = [];
    for (const stage of check.stages) stages.push(await this.#stage(check, stage));
    const always = this.#always;
    this.#always = [];
    return { stages, always };
  }

  async #stage(check: Check, stage: Stage): Promise<Reply[]> {
    if (stage.kind === 'until-limited') return this.#untilLimited(stage.ask, stage.atMost);
    if (stage.kind === 'together') {
      if (check.pace === 'steady') {
        await this.#wait(this.#pacer.waitMs(stage.asks.map(spendingOf)));
      }
      return Promise.all(stage.asks.map((ask) => this.#send(ask)));
    }
    if (isShared(check, stage)) return this.askAll(stage.asks);
    const replies: Reply[] = [];
    for (const ask of stage.asks) replies.push(await this.#send(ask));
    return replies;
  }

  async #untilLimited(ask: Ask, atMost: number): Promise<Reply[]> {
    const replies: Reply[] = [];
    while (replies.length < atMost && replies.at(-1)?.status !== 429) {
      replies.push(await this.#send(ask));
    }
    return replies;
  }

  /** Sends a request within the limits, unless an equal one was sent, and returns the answer. */
  async #ask(ask: Ask): Promise<Reply> {
    const key = keyOf(ask);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    await this.#wait(this.#pacer.waitMs([spendingOf(ask)]));
    const reply = this.#sendAllowed(ask);
    this.#answers.set(key, reply);
    return reply;
  }

  /**
   * Sends a request, and sends it again in the next window when the limit by address refused it:
   * others may share the address, and a refused request cost nothing. Nothing else is sent twice.
   */
  async #sendAllowed(ask: Ask): Promise<Reply> {
    const reply = await this.#client.send(ask, this.#requestId(ask));
    this.#note(ask, reply);
    if (!isAddressLimit(reply) || this.settings.limits.global === undefined) {
      return this.#looked(reply);
    }
    const why = 'the limit by address refused a request: somebody else spends from it';
    await this.#wait(Math.min(this.#pacer.addressResetMs(), GLOBAL_WINDOW_MS), why);
    return this.#send(ask);
  }

  async #send(ask: Ask): Promise<Reply> {
    const reply = await this.#client.send(ask, this.#requestId(ask));
    this.#note(ask, reply);
    return this.#looked(reply);
  }

  #requestId({ requestId }: Ask): string {
    return requestId ?? randomUUID();
  }

  #note(ask: Ask, reply: Reply): void {
    const spending = spendingOf(ask);
    this.#pacer.sent(spending);
    this.sent += 1;
    const isPaid = reply.status === 200 && reply.headers[FREE] === undefined;
    if (isKnown(ask) && ask.lookup.kind === 'catalog' && isPaid) this.charged += 1;
    this.#unanswered = reply.status === undefined ? this.#unanswered + 1 : 0;
    const fields = readRateLimit(reply.headers);
    if (fields) this.#pacer.learn(spending, fields.remaining, fields.resetSeconds * 1000);
  }

  #looked(reply: Reply): Reply {
    this.#always.push(...this.#invariants(reply));
    return reply;
  }

  async #wait(ms: number, why = 'the limits'): Promise<void> {
    if (ms <= 0) return;
    this.watcher.waiting(ms, why);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
