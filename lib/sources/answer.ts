import type { AnswerEnding, Cause, Ending, SourceFailure } from '@/lib/contract/ending';
import type { Failure } from '@/lib/contract/failures';
import type { Content } from './shape';

/** JSON to send. */
export interface Answered {
  readonly kind: 'answered';
  readonly ending: AnswerEnding;
  readonly body: string;
  /** Absent if the answer reports no taxpayer. */
  readonly content?: Content;
}

export interface Failed<Reason extends Failure = Failure> {
  readonly kind: 'failed';
  readonly failure: Reason;
  readonly cause?: Cause;
  /** Names of fields that could not be read, which is why it failed. */
  readonly unreadable?: readonly string[];
  /** The exception, for the log. */
  readonly error?: unknown;
  /** The source did not answer in time, or its connection failed. */
  readonly unreachable?: true;
}

export type Answer = Answered | Failed<SourceFailure | 'client_gone'>;

/** Result of a request to a lookup. */
export type Outcome = Answered | Failed;

export function failed<Reason extends Failure>(failure: Reason, cause?: Cause): Failed<Reason> {
  return { kind: 'failed', failure, ...(cause === undefined ? {} : { cause }) };
}

export function endingOf(outcome: Outcome): Ending {
  if (outcome.kind === 'answered') return outcome.ending;
  const { failure: word, cause, unreadable } = outcome;
  return { word, ...(cause && { cause }), ...(unreadable && { unreadable }) };
}
