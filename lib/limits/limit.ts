/** Whether a limit admits one request. */
export interface LimitResult {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** One limit: `spend` counts a request, `peek` only looks. */
export interface Limit {
  readonly spend: (key: string) => Promise<LimitResult>;
  readonly peek: (key: string) => Promise<LimitResult>;
}

/** A Redis that several instances share. Its limits reject when it does not answer. */
export interface LimitStore {
  readonly limit: (prefix: string, limit: number, windowMs: number) => Limit;
  readonly ping: () => Promise<unknown>;
  readonly close: () => void;
}

/** Makes the result of a window that ends at an instant in milliseconds since the epoch. */
export function limitResult(
  allowed: boolean,
  limit: number,
  remaining: number,
  endsAt: number,
): LimitResult {
  const resetMs = Math.max(0, endsAt - Date.now());
  return { allowed, limit, remaining: Math.max(0, remaining), resetMs };
}
