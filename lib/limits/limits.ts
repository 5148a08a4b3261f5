import { Ratelimit } from '@upstash/ratelimit';
import type { Family } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { Env } from '@/lib/env';
import type { Logger } from '@/lib/log';
import { FixedWindow, type Verdict } from './fixed-window';
import { connectRedis, connectUpstash, REDIS_DEADLINE_MS, type RedisStore } from './redis';

export const GLOBAL_WINDOW_MS = 15 * 60_000;
export const MINUTE_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const MAX_BLOCKED_KEYS = 10_000;

export type LimitName = 'global' | Family;
export type Spend = (key: string) => Promise<Verdict>;

export interface Limits {
  readonly spend: Readonly<Record<LimitName, Spend>>;
  /** Where counts live now: `memory` by choice, or `degraded` when Redis should but does not answer. */
  readonly state: () => 'memory' | 'redis' | 'degraded';
  readonly close: () => void;
}

/** Contract, 'Limits'; the numbers are the environment's. */
export function createLimits(env: Env, log: Logger): Limits {
  const store = storeOf(env);
  const outage = new Outage(log);
  const limit = (name: LimitName, windowMs: number) =>
    createSpend(name, new FixedWindow(env.limits[name], windowMs), store, outage);
  return {
    spend: {
      global: limit('global', GLOBAL_WINDOW_MS),
      renap: limit('renap', MINUTE_MS),
      rtu: limit('rtu', MINUTE_MS),
      catalogos: limit('catalogos', MINUTE_MS),
    },
    state: () => (store === undefined ? 'memory' : outage.active ? 'degraded' : 'redis'),
    close: () => store?.close(),
  };
}

function storeOf(env: Env): RedisStore | undefined {
  if (env.upstash !== undefined) return connectUpstash(env.upstash);
  return env.redisUrl === undefined ? undefined : connectRedis(env.redisUrl);
}

/**
 * Memory counts every request, also while Redis leads: when Redis falls silent, this instance goes
 * on from what it has seen itself. The library's own time-out lets requests pass after 5 s, so it
 * is off and the deadline is ours.
 */
function createSpend(
  name: LimitName,
  memory: FixedWindow,
  store: RedisStore | undefined,
  outage: Outage,
): Spend {
  if (store === undefined) return async (key) => memory.spend(key);
  const shared = new Ratelimit({
    redis: store.client,
    limiter: Ratelimit.fixedWindow(memory.limit, `${memory.windowMs} ms`),
    prefix: `pasarela:${name}`,
    timeout: 0,
    analytics: false,
    ephemeralCache: new BoundedMap(MAX_BLOCKED_KEYS),
  });
  return async (key) => {
    const own = memory.spend(key);
    if (!outage.mayTry()) return own;
    try {
      const answer = await within(performance.now() + REDIS_DEADLINE_MS, shared.limit(key));
      outage.end();
      return {
        allowed: answer.success,
        limit: answer.limit,
        remaining: Math.max(0, answer.remaining),
        resetMs: Math.max(0, answer.reset - Date.now()),
      };
    } catch (error) {
      outage.begin(error);
      return own;
    }
  };
}

/** Remembers that Redis does not answer, so that one request a second finds out and none waits. */
class Outage {
  #retryAt = 0;
  active = false;

  constructor(readonly log: Logger) {}

  mayTry(): boolean {
    if (!this.active) return true;
    const now = performance.now();
    if (now < this.#retryAt) return false;
    this.#retryAt = now + PAUSE_AFTER_FAILURE_MS;
    return true;
  }

  begin(error: unknown): void {
    this.#retryAt = performance.now() + PAUSE_AFTER_FAILURE_MS;
    if (this.active) return;
    this.active = true;
    const cause = error instanceof Error ? error.message : String(error);
    this.log.warn({ event: 'limits_degraded', cause }, 'Redis does not answer: limiting by memory');
  }

  end(): void {
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
