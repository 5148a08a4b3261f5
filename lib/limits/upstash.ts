import { Ratelimit, type RatelimitConfig } from '@upstash/ratelimit';
import { Redis } from '@upstash/redis';
import type { Settings } from '@/lib/base/env/env';
import { KEY_PREFIX, type LimitStore } from './limit';
import { countOf, PEEK, SPEND } from './shared-window';

/** A quota that no key reaches, because each request's own quota is applied afterwards. */
const UNREACHED = 2 ** 31 - 1;
/** Lets Upstash run scripts of different keys side by side. A plain Redis refuses the line. */
const LOCK_KEYS = '#!lua flags=allow-key-locking';

/**
 * Counters in Upstash over its REST API. Nothing is retried: a second try would come after the
 * deadline. The library's own time-out lets requests pass after 5 s, so it is off.
 */
export function connectUpstash(
  { url, token }: NonNullable<Settings['upstash']>,
  deadlineMs: number,
): LimitStore {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(deadlineMs),
  });
  return {
    counter: (windowMs) => {
      const ratelimit = new Ratelimit({
        redis,
        limiter: fixedWindow(windowMs),
        prefix: KEY_PREFIX,
        timeout: 0,
        analytics: false,
        ephemeralCache: false,
      });
      const counted = ({ remaining, reset }: { remaining: number; reset: number }) => ({
        count: UNREACHED - remaining,
        resetMs: reset,
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

/** The library's own windows are cut by the clock of the instance. `reset` is in ms from now. */
function fixedWindow(windowMs: number): RatelimitConfig['limiter'] {
  const run = async (redis: Redis, script: string, key: string) => {
    const reply = await redis.eval(`${LOCK_KEYS}\n${script}`, [key], [windowMs]);
    const { count, resetMs } = countOf(reply, windowMs);
    return { limit: UNREACHED, remaining: UNREACHED - count, reset: resetMs };
  };
  return () => ({
    limit: async ({ redis }, key) => {
      return { ...(await run(redis, SPEND, key)), success: true, pending: Promise.resolve() };
    },
    getRemaining: ({ redis }, key) => run(redis, PEEK, key),
    resetTokens: async () => {},
  });
}
