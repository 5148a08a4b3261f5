import type { Receipt } from '@/lib/billing/receipt';
import type { LimitResult } from '@/lib/limits/limit';

/** What is known of one request so far, for the headers of its answer, the log and the counts. */
export interface Trace {
  readonly requestId: string;
  integration?: string | undefined;
  integrationId?: number | undefined;
  queryId?: string;
  /** From here on the query leaves a record, however it ends. */
  recorded?: true;
  /** Per-minute limit, once it was spent from. */
  limit?: LimitResult | undefined;
  /** The query repeats one that was charged under the same idempotency key. */
  repeated?: true;
  /** For integrations that want it with the answer. */
  receipt?: Receipt;
  /** Duration of each step, in ms. */
  readonly stepsMs: Record<string, number>;
}

/** Times a step: milliseconds with one decimal, under its name. */
export async function time<T>({ stepsMs }: Trace, name: string, step: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await step;
  } finally {
    stepsMs[name] = Math.round((performance.now() - startedAt) * 10) / 10;
  }
}
