import { Redis } from 'ioredis';
import { causeOf } from '@/lib/base/process/cause';
import { watchCertificate } from '@/lib/base/telemetry/certificates';
import { KEY_PREFIX, type LimitStore } from './limit';
import { countOf, PEEK, SPEND } from './shared-window';

const RECONNECT_PAUSE_MS = 500;

/** Counters in a plain Redis. Commands fail at once while disconnected and are never queued. */
export function connectRedis(url: string, deadlineMs: number): LimitStore {
  const redis = new Redis(url, {
    ...(url.startsWith('rediss:') && { tls: { checkServerIdentity: watchCertificate('redis') } }),
    keyPrefix: `${KEY_PREFIX}:`,
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
    counter: (windowMs) => {
      const run = async (script: string, key: string) =>
        countOf(await told(redis.eval(script, 1, key, windowMs)), windowMs);
      return { spend: (key) => run(SPEND, key), peek: (key) => run(PEEK, key) };
    },
    ping: () => told(redis.ping()),
    close: () => redis.disconnect(),
  };
}
