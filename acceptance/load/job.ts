import { z } from 'zod';

/** A load for the generator to make. */
export const loadJob = z.object({
  port: z.int(),
  /** Connection `c` of `n` sends numbers `c`, `c + n`, `c + 2n` and so on. */
  requests: z
    .array(
      z.object({
        /** The whole request. */
        text: z.string(),
        expectedBody: z.string(),
      }),
    )
    .min(1),
  connections: z.int(),
  durationMs: z.int(),
  /** Absent: each connection asks again as soon as it has its answer. */
  ratePerSecond: z.int().optional(),
});
export type LoadJob = z.infer<typeof loadJob>;

export const loadResult = z.object({
  completed: z.int(),
  elapsedMs: z.number(),
  /** Latencies of the requests that got their expected answer, in ascending order. */
  latenciesMs: z.array(z.number()),
  /** Unexpected answers and errors, with their counts. */
  failures: z.record(z.string(), z.int()),
});
export type LoadResult = z.infer<typeof loadResult>;

export const numberedJob = z.object({ id: z.int(), job: loadJob });
export const numberedResult = z.object({ id: z.int(), result: loadResult });

/** Returns the value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
