import { Ratelimit } from '@upstash/ratelimit';
import { FAMILIES, type Family } from '@/lib/contract/families';
import { within } from '@/lib/deadline';
import type { Env } from '@/lib/env';
import type { Logger } from '@/lib/log';
import { recordOf } from '@/lib/record';
import { FixedWindow, type Verdict } from './fixed-window';
import { connectRedis, connectUpstash, REDIS_DEADLINE_MS, type RedisStore } from './redis';

export const GLOBAL_WINDOW_MS = 15 * 60_000;
export const MINUTE_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const MAX_BLOCKED_KEYS = 10_000;

export type LimitName = 'global' | Family;
type Ask = (key: string) => Promise<Verdict>;

/** One limit: `spend` counts a request, `peek` only looks. */
export interface Limit {
  readonly spend: Ask;
  readonly peek: Ask;
}

export interface Limits extends Readonly<Record<LimitName, Limit>> {
  /** Asks Redis whether it answers, so that {@link state} is right although no lookup came. */
  readonly check: () => Promise<void>;
  /** Where counts live now: `memory` by choice, or `degraded` when Redis should but does not answer. */
  readonly state: () => 'memory' | 'redis' | 'degraded';
  readonly close: () => void;
}

/** Contract, 'Limits'; the numbers are the environment's. */
export function createLimits(env: Env, log: Logger): Limits {
  const store = storeOf(env);
  const outage = new Outage(log);
  const limit = (name: LimitName, windowMs: number) => {
    const memory = new FixedWindow(env.limits[name], windowMs);
    const prefix = `pasarela:${env.deployment}:${name}`;
    return store === undefined
      ? inMemory(memory)
      : inRedis(memory, new SharedWindow(store, outage, memory, prefix));
  };
  return {
    global: limit('global', GLOBAL_WINDOW_MS),
    ...recordOf(FAMILIES, (family) => limit(family, MINUTE_MS)),
    check: async () => void (store && (await outage.guard(() => store.client.ping()))),
    state: () => (store === undefined ? 'memory' : outage.active ? 'degraded' : 'redis'),
    close: () => store?.close(),
  };
}

function storeOf(env: Env): RedisStore | undefined {
  if (env.upstash !== undefined) return connectUpstash(env.upstash);
  return env.redisUrl === undefined ? undefined : connectRedis(env.redisUrl);
}

function inMemory(memory: FixedWindow): Limit {
  return { spend: async (key) => memory.spend(key), peek: async (key) => memory.peek(key) };
}

/**
 * Memory counts every request, also while Redis leads: when Redis falls silent, this instance goes
 * on from what it has seen itself.
 */
function inRedis(memory: FixedWindow, shared: SharedWindow): Limit {
  return {
    spend: async (key) => {
      const own = memory.spend(key);
      return (await shared.spend(key)) ?? own;
    },
    peek: async (key) => (await shared.peek(key)) ?? memory.peek(key),
  };
}

/**
 * A window in Redis; `undefined` when Redis does not answer in time. The library's own time-out lets
 * requests pass after 5 s, so it is off and the deadline is ours.
 */
class SharedWindow {
  readonly #ratelimit: Ratelimit;

  constructor(
    store: RedisStore,
    readonly outage: Outage,
    memory: FixedWindow,
    prefix: string,
  ) {
    this.#ratelimit = new Ratelimit({
      redis: store.client,
      limiter: Ratelimit.fixedWindow(memory.limit, `${memory.windowMs} ms`),
      prefix,
      timeout: 0,
      analytics: false,
      ephemeralCache: new BoundedMap(MAX_BLOCKED_KEYS),
    });
  }

  async spend(key: string): Promise<Verdict | undefined> {
    const answer = await this.outage.guard(() => this.#ratelimit.limit(key));
    return answer && verdictOf(answer.success, answer);
  }

  async peek(key: string): Promise<Verdict | undefined> {
    const answer = await this.outage.guard(() => this.#ratelimit.getRemaining(key));
    return answer && verdictOf(answer.remaining > 0, answer);
  }
}

function verdictOf(
  allowed: boolean,
  { limit, remaining, reset }: { limit: number; remaining: number; reset: number },
): Verdict {
  const resetMs = Math.max(0, reset - Date.now());
  return { allowed, limit, remaining: Math.max(0, remaining), resetMs };
}

/** Remembers that Redis does not answer, so that one request a second finds out and none waits. */
class Outage {
  #retryAt = 0;
  active = false;

  constructor(readonly log: Logger) {}

  /** Runs a call to Redis within the deadline, unless it is known to be down. */
  async guard<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (!this.#mayTry()) return undefined;
    try {
      const answer = await within(performance.now() + REDIS_DEADLINE_MS, call());
      this.#end();
      return answer;
    } catch (error) {
      this.#begin(error);
      return undefined;
    }
  }

  #mayTry(): boolean {
    if (!this.active) return true;
    const now = performance.now();
    if (now < this.#retryAt) return false;
    this.#retryAt = now + PAUSE_AFTER_FAILURE_MS;
    return true;
  }

  #begin(error: unknown): void {
    this.#retryAt = performance.now() + PAUSE_AFTER_FAILURE_MS;
    if (this.active) return;
    this.active = true;
    const cause = error instanceof Error ? error.message : String(error);
    this.log.warn({ event: 'limits_degraded', cause }, 'Redis does not answer: limiting by memory');
  }

  #end(): void {
    if (!this.active) return;
    this.active = false;
    this.log.info({ event: 'limits_restored' }, 'Redis answers again');
  }
}

/** The library keeps keys that are blocked until a time; of addresses there may be any number. */
class BoundedMap extends Map<string, number> {
  constructor(readonly maxSize: number) {
    super();
  }

  override set(key: string, value: number): this {
    if (!this.has(key) && this.size >= this.maxSize) {
      const oldest = this.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
    return super.set(key, value);
  }
}
