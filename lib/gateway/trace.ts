import type { Span } from '@opentelemetry/api';
import type { Receipt } from '@/lib/billing/receipt';
import type { LimitResult } from '@/lib/limits/limit';
import type { Step } from '@/lib/recording/steps';

/** Facts gathered about one request, for its response headers, the log and the metrics. */
export interface Trace {
  readonly requestId: string;
  /** W3C trace of the request, if the client named one or the request is traced. */
  readonly traceId: string | undefined;
  /** Set when traces are exported. */
  span?: Span;
  integration?: string | undefined;
  integrationId?: number | undefined;
  queryId?: string;
  limit?: LimitResult | undefined;
  /** Set when the query repeats a charged one under the same idempotency key. */
  repeated?: true;
  /** Set when the tariff of the query was charged. */
  charged?: true;
  receipt?: Receipt;
  /** Signed proof of the answer. */
  proof?: string;
  readonly stepsMs: Partial<Record<Step, number>>;
}

/** Times a step, in milliseconds with one decimal. A step that ended at once took none. */
export function time<T>({ stepsMs }: Trace, name: Step, step: Promise<T> | T): Promise<T> | T {
  if (step instanceof Promise) return timed(stepsMs, name, step);
  stepsMs[name] = 0;
  return step;
}

async function timed<T>(stepsMs: Trace['stepsMs'], name: Step, step: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await step;
  } finally {
    stepsMs[name] = Math.round((performance.now() - startedAt) * 10) / 10;
  }
}
