import type { Env, Settings } from '@/lib/base/env/env';
import { BoundedMap } from '@/lib/base/process/bounded-map';
import type { Logger } from '@/lib/base/telemetry/log';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { recordOf } from '@/lib/base/values/record';
import { FAMILIES, type Family } from '@/lib/contract/families';
import { FixedWindow } from './fixed-window';
import {
  type Limit,
  type LimitStore,
  limitResult,
  type SharedCount,
  type SharedCounter,
} from './limit';
import { Outage } from './outage';
import { connectRedis } from './redis';
import { connectUpstash } from './upstash';

export const GLOBAL_WINDOW_MS = 15 * MINUTE_MS;
/** Deadline of one call. A request makes two and may wait 250 ms for Redis in all. */
const REDIS_DEADLINE_MS = 120;
/** Limits stay in memory this long after a failure, so that an unsteady Redis moves them rarely. */
const STAY_DEGRADED_MS = 5 * SECOND_MS;

export type LimitName = 'global' | Family;

export interface Limits extends Readonly<Record<LimitName, Limit>> {
  /** Asks Redis whether it answers, so that {@link state} is current even without lookups. */
  readonly check: () => Promise<void>;
  /** Says where limits count. `degraded`: in memory, because the configured Redis does not answer. */
  readonly state: () => 'memory' | 'redis' | 'degraded';
  readonly close: () => void;
}

/** Reads the id that distinguishes databases on one Redis. May reject. */
export type DeploymentId = () => Promise<string>;

/** Makes the limits of the contract with the quotas of the environment. */
export function createLimits(
  env: Env,
  log: Logger,
  deploymentId: DeploymentId,
  deadlineMs = REDIS_DEADLINE_MS,
  stayDegradedMs = STAY_DEGRADED_MS,
): Limits {
  const { limit, ...place } = openLimits(env, log, deploymentId, deadlineMs, stayDegradedMs);
  return {
    global: limit('global', env.limits.global, GLOBAL_WINDOW_MS),
    ...recordOf(FAMILIES, (family) => limit(family, env.limits[family], MINUTE_MS)),
    ...place,
  };
}

/** Makes limits that count in the Redis of the settings, or else in the memory of this process. */
export function openLimits(
  env: Settings,
  log: Logger,
  deploymentId: DeploymentId,
  deadlineMs = REDIS_DEADLINE_MS,
  stayDegradedMs = STAY_DEGRADED_MS,
) {
  const store = connectStore(env, deadlineMs);
  const outage = new Outage(log, deadlineMs, stayDegradedMs);
  return {
    limit: (name: string, quota: number, windowMs: number): Limit => {
      const memory = new FixedWindow(quota, windowMs);
      const shared = store?.counter(windowMs);
      if (shared === undefined) return inMemory(memory);
      return inRedis(memory, (call, key) =>
        outage.guard(async () => shared[call](`${await deploymentId()}:${name}:${key}`)),
      );
    },
    check: async () => {
      if (store) await outage.guard(() => Promise.all([store.ping(), deploymentId()]));
    },
    state: () => (store === undefined ? 'memory' : outage.active ? 'degraded' : 'redis'),
    close: () => store?.close(),
  } as const;
}

/** Connects to the Redis that the settings name, if any. */
export function connectStore(
  { upstash, redisUrl }: Pick<Settings, 'upstash' | 'redisUrl'>,
  deadlineMs: number,
): LimitStore | undefined {
  if (upstash !== undefined) return connectUpstash(upstash, deadlineMs);
  return redisUrl === undefined ? undefined : connectRedis(redisUrl, deadlineMs);
}

function inMemory(memory: FixedWindow): Limit {
  return {
    quota: memory.limit,
    spend: (key, quota) => memory.spend(key, quota),
    peek: (key, quota) => memory.peek(key, quota),
  };
}

/** Counts in memory too, so that this instance can go on when Redis does not answer. */
function inRedis(
  memory: FixedWindow,
  count: (call: keyof SharedCounter, key: string) => Promise<SharedCount | undefined>,
): Limit {
  const exceeded = new ExceededKeys();
  return {
    quota: memory.limit,
    spend: async (key, quota = memory.limit) => {
      const fallback = memory.spend(key, quota);
      const known = exceeded.find(key, quota);
      if (known !== undefined) return limitResult(known, quota);
      const counted = await count('spend', key);
      if (counted === undefined) return fallback;
      if (counted.count > quota) exceeded.add(key, counted);
      return limitResult(counted, quota);
    },
    peek: async (key, quota = memory.limit) => {
      const counted = await count('peek', key);
      return counted === undefined ? memory.peek(key, quota) : limitResult(counted, quota);
    },
  };
}

const MAX_EXCEEDED_KEYS = 10_000;

/** Remembers keys above their quota, so that a flood of refused requests does not reach Redis. */
class ExceededKeys {
  readonly #counts = new BoundedMap<string, { readonly count: number; readonly endsAt: number }>(
    MAX_EXCEEDED_KEYS,
  );

  /** Finds what a key had counted if that is above the quota in the present window. */
  find(key: string, quota: number): SharedCount | undefined {
    const { count, endsAt } = this.#counts.get(key) ?? { count: 0, endsAt: 0 };
    const resetMs = endsAt - performance.now();
    return resetMs > 0 && count > quota ? { count, resetMs } : undefined;
  }

  add(key: string, { count, resetMs }: SharedCount): void {
    this.#counts.set(key, { count, endsAt: performance.now() + resetMs });
  }
}
