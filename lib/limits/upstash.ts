import { Ratelimit } from '@upstash/ratelimit';
import { Redis } from '@upstash/redis';
import type { Source } from '@/lib/env';
import { type LimitStore, limitResult } from './limit';

const MAX_BLOCKED_KEYS = 10_000;

/**
 * Counters in Upstash over its REST API. Nothing is retried: a second try would come after the
 * deadline. The library's own time-out lets requests pass after 5 s, so it is off.
 */
export function connectUpstash({ url, token }: Source, deadlineMs: number): LimitStore {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(deadlineMs),
  });
  return {
    limit: (prefix, limit, windowMs) => {
      const ratelimit = new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(limit, `${windowMs} ms`),
        prefix,
        timeout: 0,
        analytics: false,
        ephemeralCache: new BoundedMap(MAX_BLOCKED_KEYS),
      });
      return {
        spend: async (key) => {
          const { success, remaining, reset } = await ratelimit.limit(key);
          return limitResult(success, limit, remaining, reset);
        },
        peek: async (key) => {
          const { remaining, reset } = await ratelimit.getRemaining(key);
          return limitResult(remaining > 0, limit, remaining, reset);
        },
      };
    },
    ping: () => redis.ping(),
    close: () => {},
  };
}

/** Bounds the library's cache of the keys that are over their limit. */
class BoundedMap extends Map<string, number> {
  constructor(readonly maxSize: number) {
    super();
  }

  override set(key: string, value: number): this {
    const oldest = this.keys().next();
    if (!this.has(key) && this.size >= this.maxSize && !oldest.done) this.delete(oldest.value);
    return super.set(key, value);
  }
}
