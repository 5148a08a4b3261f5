import type { Failure } from '@/lib/contract/errors';
import type { Family } from '@/lib/contract/families';
import { type Estado, failureOf, type RecordedOutcome } from './outcome';

/** Whose matter it is, and so who can do something about it. */
export type Whose = 'nobody' | 'integrator' | 'ours' | 'source';

/** What an integrator is best told to do; its text stands in the message files. */
export type Advice =
  | 'nothing'
  | 'read_body'
  | 'read_list'
  | 'fix_request'
  | 'fix_credentials'
  | 'ask_enabling'
  | 'slow_down'
  | 'top_up'
  | 'new_key'
  | 'wait_for_first'
  | 'check_identifier'
  | 'wait_for_us'
  | 'wait_for_source'
  | 'repeat'
  | 'raise_patience'
  | 'check_charge';

export type Charge = 'charged' | 'refunded' | 'at_no_cost' | 'free' | 'not_charged';

/** What happened, as the name of its text: an outcome, or one that only some records show. */
export type Happened = RecordedOutcome | 'found_envelope' | 'found_list' | 'found_late';

export interface Meaning {
  readonly happened: Happened;
  readonly whose: Whose;
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
  /** The query was settled after its time was over, so the answer may not have been sent. */
  readonly late: boolean;
}

export interface Explanation extends Meaning {
  readonly cause: Cause | undefined;
  readonly charge: Charge;
  /** Found, but so slowly that an impatient client had gone. */
  readonly slow: boolean;
}

/** Clients that wait less than this give up on queries that were answered and charged. */
const SLOW_MS = 10_000;

/** What a record tells an integrator who asks about it. */
export function explain(ending: Ending): Explanation {
  const meaning = meaningOfEnding(ending);
  const found = ending.outcome === 'found' && ending.estado === 'completada';
  return {
    ...meaning,
    cause: meaning.happened === 'source_unavailable' ? causeOf(ending) : undefined,
    charge: chargeOf(ending),
    slow: found && meaning.happened !== 'found_late' && (ending.durationMs ?? 0) >= SLOW_MS,
  };
}

function meaningOfEnding({ family, estado, outcome, status, late, refunded }: Ending): Meaning {
  if (estado === 'interrumpida') return meaningOf('interrupted', family);
  if (estado === 'cancelada') return meaningOf('client_gone', family);
  if (outcome !== 'found') return meaningOf(outcome, family);
  if (late) {
    return { happened: 'found_late', whose: 'ours', advice: refunded ? 'repeat' : 'check_charge' };
  }
  return meaningOf(failureOf(outcome, status) ?? 'found', family);
}

/** What an outcome means, recorded or refused before the source. */
export function meaningOf(outcome: RecordedOutcome, family: Family): Meaning {
  if (outcome === 'found') return found[family];
  const [whose, advice] = failures[outcome];
  return { happened: outcome, whose, advice };
}

const found: Readonly<Record<Family, Meaning>> = {
  renap: { happened: 'found_envelope', whose: 'nobody', advice: 'read_body' },
  rtu: { happened: 'found_list', whose: 'nobody', advice: 'read_list' },
  catalogos: { happened: 'found', whose: 'nobody', advice: 'nothing' },
};

const failures: Readonly<Record<Failure, readonly [Whose, Advice]>> = {
  method_not_allowed: ['integrator', 'fix_request'],
  global_limit: ['integrator', 'slow_down'],
  overloaded: ['ours', 'repeat'],
  credentials_missing: ['integrator', 'fix_credentials'],
  credentials_unknown: ['integrator', 'fix_credentials'],
  not_enabled: ['ours', 'ask_enabling'],
  rate_limit: ['integrator', 'slow_down'],
  body_too_large: ['integrator', 'fix_request'],
  identifier_missing: ['integrator', 'fix_request'],
  too_many_nits: ['integrator', 'fix_request'],
  input_invalid: ['integrator', 'fix_request'],
  circuit_open: ['ours', 'repeat'],
  idempotency_key_invalid: ['integrator', 'new_key'],
  idempotency_key_reused: ['integrator', 'new_key'],
  idempotency_key_under_way: ['integrator', 'wait_for_first'],
  no_balance: ['integrator', 'top_up'],
  source_rejected_input: ['integrator', 'check_identifier'],
  source_rejected_credentials: ['ours', 'wait_for_us'],
  source_no_balance: ['ours', 'wait_for_us'],
  source_denied: ['ours', 'wait_for_us'],
  source_not_found: ['nobody', 'check_identifier'],
  source_limited: ['source', 'wait_for_source'],
  source_unavailable: ['source', 'repeat'],
  interrupted: ['ours', 'repeat'],
  client_gone: ['integrator', 'raise_patience'],
  unresolved: ['ours', 'check_charge'],
  failure: ['ours', 'repeat'],
};

function chargeOf({ family, status, charged, refunded }: Ending): Charge {
  if (charged > 0n) return refunded ? 'refunded' : 'charged';
  if (family !== 'catalogos') return 'free';
  return status === 200 ? 'at_no_cost' : 'not_charged';
}

/** Why a source gave no answer, in the few kinds that people tell apart. */
export type Cause =
  | { readonly kind: 'deadline' | 'connection' | 'unreadable' | 'size' | 'unknown' }
  | { readonly kind: 'status'; readonly status: string };

const UNREADABLE = ['not a JSON object', 'no list of records'];

function causeOf({ cause, outcome, status }: Ending): Cause {
  if (outcome === 'found') return { kind: 'status', status: String(status) };
  const answered = /^status (\d{3})$/.exec(cause ?? '')?.[1];
  if (answered !== undefined) return { kind: 'status', status: answered };
  if (cause === 'deadline' || cause === 'size') return { kind: cause };
  if (cause === 'ERR_BUFFER_TOO_LARGE') return { kind: 'size' };
  if (UNREADABLE.includes(cause ?? '') || /^Z_/.test(cause ?? '')) return { kind: 'unreadable' };
  return { kind: /^(E|UND_)[A-Z_]+$/.test(cause ?? '') ? 'connection' : 'unknown' };
}
