import { failures, type Remedy, type Responsible } from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { type Found, isFound } from '@/lib/contract/found';
import { type Estado, failureOf, type RecordedOutcome } from './outcome';

/** Names the advice for an integrator; its text is in the message files. */
export type Advice =
  | Remedy
  | 'nothing'
  | 'read_nulls'
  | 'check_if_expected'
  | 'read_body'
  | 'read_list';

export type ChargeState = 'charged' | 'refunded' | 'at_no_cost' | 'free' | 'not_charged';

/** An outcome, or a variant of `found`. */
export type Happened = RecordedOutcome | 'found_envelope' | 'found_list' | 'found_late';

export interface Meaning {
  readonly happened: Happened;
  readonly responsible: Responsible;
  readonly advice: Advice;
}

export interface Ending {
  readonly family: Family;
  readonly estado: Estado;
  readonly outcome: RecordedOutcome;
  readonly status: number | null;
  readonly cause: string | null;
  /** In 1/10000 quetzal. */
  readonly charged: bigint;
  readonly refunded: boolean;
  readonly durationMs: number | null;
  /** Settled after its time limit, so the answer may not have been sent. */
  readonly late: boolean;
}

export interface Explanation extends Meaning {
  readonly cause: Cause | undefined;
  readonly charge: ChargeState;
  /** Found, but so slowly that a client with a short time-out had left. */
  readonly slow: boolean;
}

/** A client with a shorter time-out may give up on a query that is then answered and charged. */
const SLOW_MS = 10_000;

/** Explains a record to an integrator who asks about it. */
export function explain(ending: Ending): Explanation {
  const meaning = meaningOfEnding(ending);
  const wasFound = isFound(ending.outcome) && ending.estado === 'completada';
  return {
    ...meaning,
    cause: meaning.happened === 'source_unavailable' ? causeOf(ending) : undefined,
    charge: chargeOf(ending),
    slow: wasFound && meaning.happened !== 'found_late' && (ending.durationMs ?? 0) >= SLOW_MS,
  };
}

function meaningOfEnding({ family, estado, outcome, status, late, refunded }: Ending): Meaning {
  if (estado === 'interrumpida') return meaningOf('interrupted', family);
  if (estado === 'cancelada') return meaningOf('client_gone', family);
  if (outcome === 'unresolved' && refunded) {
    return { ...meaningOf(outcome, family), advice: 'repeat' };
  }
  if (!isFound(outcome)) return meaningOf(outcome, family);
  if (late) {
    return {
      happened: 'found_late',
      responsible: 'ours',
      advice: refunded ? 'repeat' : 'check_charge',
    };
  }
  return meaningOf(failureOf(outcome, status) ?? outcome, family);
}

export function meaningOf(outcome: RecordedOutcome, family: Family): Meaning {
  if (isFound(outcome)) return foundBy[family] ?? foundInCatalog[outcome];
  const { responsible, remedy } = failures[outcome];
  return { happened: outcome, responsible, advice: remedy };
}

const foundBy: Readonly<Partial<Record<Family, Meaning>>> = {
  renap: { happened: 'found_envelope', responsible: 'nobody', advice: 'read_body' },
  rtu: { happened: 'found_list', responsible: 'nobody', advice: 'read_list' },
};

const foundInCatalog: Readonly<Record<Found, Meaning>> = {
  found: { happened: 'found', responsible: 'nobody', advice: 'nothing' },
  found_partial: { happened: 'found_partial', responsible: 'nobody', advice: 'read_nulls' },
  found_empty: { happened: 'found_empty', responsible: 'nobody', advice: 'check_if_expected' },
};

function chargeOf({ family, status, charged, refunded }: Ending): ChargeState {
  if (charged > 0n) return refunded ? 'refunded' : 'charged';
  if (family !== 'catalogos') return 'free';
  return status === 200 ? 'at_no_cost' : 'not_charged';
}

/** Cause of a failure of a source. */
export type Cause =
  | { readonly kind: 'deadline' | 'connection' | 'unreadable' | 'size' | 'marked' | 'unknown' }
  | { readonly kind: 'status'; readonly status: string };

const UNREADABLE = ['not a JSON object', 'no list of records'];

function causeOf({ cause, outcome, status }: Ending): Cause {
  return isFound(outcome) ? { kind: 'status', status: String(status) } : readCause(cause);
}

/** Reads a cause as it was recorded. */
export function readCause(cause: string | null): Cause {
  const answered = /^status (\d{3})$/.exec(cause ?? '')?.[1];
  if (answered !== undefined) return { kind: 'status', status: answered };
  if (cause === 'deadline' || cause === 'size') return { kind: cause };
  if (cause === 'marked as failed') return { kind: 'marked' };
  if (cause === 'ERR_BUFFER_TOO_LARGE') return { kind: 'size' };
  if (UNREADABLE.includes(cause ?? '') || /^Z_/.test(cause ?? '')) return { kind: 'unreadable' };
  return { kind: /^(E|UND_)[A-Z_]+$/.test(cause ?? '') ? 'connection' : 'unknown' };
}
