import { FAILURES, type Failure, failureOfStatus, failures } from '@/lib/contract/failures';

/** How a record says that its query ended. */
export type RecordedOutcome = 'found' | Failure;
export const RECORDED_OUTCOMES: readonly RecordedOutcome[] = ['found', ...FAILURES];

/** The outcomes that a record can have. Other failures are only counted. */
export const OUTCOMES_IN_RECORDS: readonly RecordedOutcome[] = [
  'found',
  ...FAILURES.filter((name) => failures[name].recorded),
];

export const ESTADOS = ['completada', 'cancelada', 'interrumpida'] as const;
export type Estado = (typeof ESTADOS)[number];

/** A word of the database that no version of ours wrote counts as a failure of ours. */
export function outcomeOf(text: string): RecordedOutcome {
  return RECORDED_OUTCOMES.find((one) => one === text) ?? 'failure';
}

/**
 * The failure that a record tells of; `undefined` when the source gave what was asked for. The person
 * registry's status is passed on, so that one of its failures is recorded as found.
 */
export function failureOf(outcome: RecordedOutcome, status: number | null): Failure | undefined {
  if (outcome !== 'found') return outcome;
  if (status === null || status < 300) return undefined;
  return failureOfStatus.get(status) ?? 'source_unavailable';
}
