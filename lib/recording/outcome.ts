import { FAILURES, type Failure, failureOfStatus, failures } from '@/lib/contract/failures';
import { FOUND, type Found, isFound } from '@/lib/contract/found';

/** The result of a query as its record names it. */
export type RecordedOutcome = Found | Failure;
export const RECORDED_OUTCOMES: readonly RecordedOutcome[] = [...FOUND, ...FAILURES];

/** The outcomes that a query record can have. Other failures are only counted. */
export const OUTCOMES_IN_RECORDS: readonly RecordedOutcome[] = [
  ...FOUND,
  ...FAILURES.filter((name) => failures[name].recorded),
];

export const ESTADOS = ['completada', 'cancelada', 'interrumpida'] as const;
export type Estado = (typeof ESTADOS)[number];

/** Reads an outcome from the database. An unknown word counts as our failure. */
export function outcomeOf(text: string): RecordedOutcome {
  return RECORDED_OUTCOMES.find((one) => one === text) ?? 'failure';
}

/**
 * Returns the failure in a record, or `undefined` when the source answered with a result. A failure
 * of the person registry is recorded as found, because its answer is passed on.
 */
export function failureOf(outcome: RecordedOutcome, status: number | null): Failure | undefined {
  if (!isFound(outcome)) return outcome;
  if (status === null || status < 300) return undefined;
  return failureOfStatus(status);
}
