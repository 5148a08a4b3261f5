export interface LimitResult {
  readonly allowed: boolean;
  /** The quota that was applied. */
  readonly limit: number;
  readonly remaining: number;
  readonly count: number;
  readonly resetMs: number;
}

/** Limits requests by key. `spend` counts a request, `peek` only reads the count. */
export interface Limit {
  /** Quota of a key for which the caller gives none. */
  readonly quota: number;
  readonly spend: (key: string, quota?: number) => LimitResult | Promise<LimitResult>;
  readonly peek: (key: string, quota?: number) => LimitResult | Promise<LimitResult>;
}

/** Requests that a key has made in a window, and how long that lasts. */
export type SharedCount = Pick<LimitResult, 'count' | 'resetMs'>;

/** Counts requests by key for several instances. Rejects when its Redis does not answer. */
export interface SharedCounter {
  readonly spend: (key: string) => Promise<SharedCount>;
  readonly peek: (key: string) => Promise<SharedCount>;
}

/** Begins every key in Redis. */
export const KEY_PREFIX = 'pasarela';

/** A Redis that several instances share. */
export interface LimitStore {
  readonly counter: (windowMs: number) => SharedCounter;
  readonly ping: () => Promise<unknown>;
  readonly close: () => void;
}

export function limitResult({ count, resetMs }: SharedCount, limit: number): LimitResult {
  return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), count, resetMs };
}
