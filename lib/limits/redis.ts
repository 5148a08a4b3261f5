import { Redis } from 'ioredis';
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
  // Each command reports its connection error. Without a listener the event would end the process.
  redis.on('error', () => {});
  return {
    counter: (prefix, windowMs) => fixedWindow(redis, prefix, windowMs),
    ping: () => redis.ping(),
    close: () => redis.disconnect(),
  };
}

function fixedWindow(redis: Redis, prefix: string, windowMs: number): SharedCounter {
  const current = (key: string) => {
    const window = Math.floor(Date.now() / windowMs);
    return { key: `${prefix}:${key}:${window}`, endsAt: (window + 1) * windowMs };
  };
  return {
    spend: async (spender) => {
      const { key, endsAt } = current(spender);
      // One round trip. The expiry is relative, so the clocks of Redis and this instance may differ.
      const replies = await redis.multi().incr(key).pexpire(key, windowMs).exec();
      const [error, count] = replies?.[0] ?? [];
      if (typeof count !== 'number') throw error ?? new TypeError('Redis did not count.');
      return { count, endsAt };
    },
    peek: async (spender) => {
      const { key, endsAt } = current(spender);
      return { count: Number((await redis.get(key)) ?? 0), endsAt };
    },
  };
}
