/**
 * Bounds of the latency classes in milliseconds, as in the database's `latency_bucket`. Class 0
 * lies below the first bound, class n begins at the n-th, and -1 means no duration.
 */
export const LATENCY_BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500,
  2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 30_000,
] as const;

export type LatencyCounts = ReadonlyMap<number, number>;

/**
 * Estimates the duration in milliseconds below which `share` (0 to 1) of the queries lie, assuming an
 * even spread within a class; `undefined` if none has a duration. In the slowest class it is the
 * class's beginning, because the slowest query may lie anywhere behind it.
 */
export function percentileMs(counts: LatencyCounts, share: number): number | undefined {
  const classes = [...counts].filter(([place, n]) => place >= 0 && n > 0).sort(([a], [b]) => a - b);
  const total = classes.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return undefined;
  const [slowest] = classes.at(-1) ?? [];
  let below = 0;
  for (const [place, n] of classes) {
    if (below + n >= share * total) {
      const from = place === 0 ? 0 : (LATENCY_BOUNDS_MS[place - 1] ?? 0);
      const to = place === slowest ? from : (LATENCY_BOUNDS_MS[place] ?? from);
      return from + ((to - from) * (share * total - below)) / n;
    }
    below += n;
  }
  return LATENCY_BOUNDS_MS.at(-1);
}

/** Percentiles of durations in milliseconds. */
export interface Percentiles {
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** Whether they are estimated from classes instead of read from the records. */
  readonly estimated: boolean;
}

export function percentilesOf(counts: LatencyCounts): Percentiles {
  return {
    p50Ms: percentileMs(counts, 0.5),
    p95Ms: percentileMs(counts, 0.95),
    p99Ms: percentileMs(counts, 0.99),
    estimated: true,
  };
}
