import type { Receipt } from '@/lib/billing/receipt';
import type { Failure } from '@/lib/contract/errors';
import type { Verdict } from '@/lib/limits/fixed-window';

/** The closed union of a lookup's endings. */
export type Outcome =
  | { readonly kind: 'found'; readonly status: number; readonly body: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The walk of one lookup as it is known so far: for the answer's headers and the log. */
export interface Trace {
  readonly requestId: string;
  integration?: string;
  integrationId?: number;
  queryId?: string;
  /** From here on the query leaves a record, whatever becomes of it. */
  held?: true;
  /** Per-minute limit, once it was spent from. */
  limit?: Verdict;
  /** The query was made again under a key whose charge was made before. */
  repeated?: true;
  /** For integrations that want it with the answer. */
  receipt?: Receipt;
  /** Why a source failed, in a word, or what was thrown. */
  cause?: string;
  error?: unknown;
  readonly stepsMs: Record<string, number>;
}

export function refused(failure: Failure): Outcome {
  return { kind: 'refused', failure };
}
