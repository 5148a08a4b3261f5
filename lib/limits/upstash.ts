import { Ratelimit } from '@upstash/ratelimit';
import { Redis } from '@upstash/redis';
import type { Source } from '@/lib/base/env/env';
import type { LimitStore } from './limit';

/** A quota that no key reaches, because each request's own quota is applied afterwards. */
const UNREACHED = 2 ** 31 - 1;

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
    counter: (prefix, windowMs) => {
      const ratelimit = new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(UNREACHED, `${windowMs} ms`),
        prefix,
        timeout: 0,
        analytics: false,
        ephemeralCache: false,
      });
      const counted = ({ remaining, reset }: { remaining: number; reset: number }) => ({
        count: UNREACHED - remaining,
        endsAt: reset,
      });
      return {
        spend: async (key) => counted(await ratelimit.limit(key)),
        peek: async (key) => counted(await ratelimit.getRemaining(key)),
      };
    },
    ping: () => redis.ping(),
    close: () => {},
  };
}
