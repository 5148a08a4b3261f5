import { Redis } from 'ioredis';
import { causeOf } from '@/lib/base/process/cause';
import { watchCertificate } from '@/lib/base/telemetry/certificates';
import type { LimitStore, SharedCounter } from './limit';

const RECONNECT_PAUSE_MS = 500;

/**
 * Counters in a plain Redis, in fixed windows cut by the clock as @upstash/ratelimit cuts them.
 * Commands fail at once while disconnected and are never queued.
 */
export function connectRedis(url: string, deadlineMs: number): LimitStore {
  const redis = new Redis(url, {
    ...(url.startsWith('rediss:') && { tls: { checkServerIdentity: watchCertificate('redis') } }),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: deadlineMs,
    connectTimeout: 1_000,
    retryStrategy: () => RECONNECT_PAUSE_MS,
  });
  let fault: unknown;
  redis.on('error', (error) => {
    fault = error;
  });
  /** A command without a connection says only that, so the error of the connection goes with it. */
  const told = <T>(command: Promise<T>): Promise<T> =>
    command.catch((error: unknown) => {
      if (redis.status === 'ready' || fault === undefined) throw error;
      throw new Error(`REDIS_URL (${new URL(url).host}): ${causeOf(fault)}`, { cause: error });
    });
  return {
    counter: (prefix, windowMs) => fixedWindow(redis, prefix, windowMs, told),
    ping: () => told(redis.ping()),
    close: () => redis.disconnect(),
  };
}

type Told = <T>(command: Promise<T>) => Promise<T>;

function fixedWindow(redis: Redis, prefix: string, windowMs: number, told: Told): SharedCounter {
  const current = (key: string) => {
    const window = Math.floor(Date.now() / windowMs);
    return { key: `${prefix}:${key}:${window}`, endsAt: (window + 1) * windowMs };
  };
  return {
    spend: async (spender) => {
      const { key, endsAt } = current(spender);
      // One round trip. The expiry is relative, so the clocks of Redis and this instance may differ.
      const replies = await told(redis.multi().incr(key).pexpire(key, windowMs).exec());
      const [error, count] = replies?.[0] ?? [];
      if (typeof count !== 'number') throw error ?? new TypeError('Redis did not count.');
      return { count, endsAt };
    },
    peek: async (spender) => {
      const { key, endsAt } = current(spender);
      return { count: Number((await told(redis.get(key))) ?? 0), endsAt };
    },
  };
}
