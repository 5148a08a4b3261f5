import type { Failure, SourceFailure } from '@/lib/contract/failures';
import type { Found } from '@/lib/contract/found';

/** JSON to send. The person registry's own status is passed on, so it may be any status. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly outcome: Found;
  /** Fields with a value that could not be read, by the source's names. */
  readonly unreadable?: readonly string[];
  readonly body: string;
}

export interface Failed<Reason extends Failure = Failure> {
  readonly kind: 'failed';
  readonly failure: Reason;
  /** One word for the log and the record. */
  readonly cause?: string;
  /** The exception, for the log. */
  readonly error?: unknown;
  /** The source did not answer in time, or its connection failed. */
  readonly unreachable?: true;
}

export type Answer = Answered | Failed<SourceFailure | 'client_gone'>;

/** Result of a request to a lookup. */
export type Outcome = Answered | Failed;

export function failed<Reason extends Failure>(failure: Reason, cause?: string): Failed<Reason> {
  return { kind: 'failed', failure, ...(cause === undefined ? {} : { cause }) };
}
