import { z } from 'zod';

/** What the load process is told to do. */
export const loadJob = z.object({
  port: z.int(),
  /** Whole requests as text; connection `c` of `n` sends numbers `c`, `c + n`, `c + 2n` and so on. */
  requests: z.array(z.string()).min(1),
  expectedBody: z.string(),
  connections: z.int(),
  durationMs: z.int(),
  /** Absent: each connection asks again as soon as it has its answer. */
  ratePerSecond: z.int().optional(),
});
export type LoadJob = z.infer<typeof loadJob>;

/** What came of it: every answer was the expected one, or there is an error. */
export const loadResult = z.union([
  z.object({ error: z.string() }),
  z.object({
    completed: z.int(),
    elapsedMs: z.number(),
    /** In ascending order. */
    latenciesMs: z.array(z.number()),
  }),
]);
export type LoadResult = z.infer<typeof loadResult>;

/** The value below which `share` of the ascending `values` lie. */
export function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
