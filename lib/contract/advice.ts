import { FAILURES, type Failure } from './errors';
import type { Family } from './families';
import type { LookupFacts } from './lookups';

/**
 * Failures that integrators cannot tell apart from another, or do not see. `overloaded` and
 * `circuit_open` have the answer and the advice of `source_unavailable`; a client that hung up gets
 * no answer.
 */
const INVISIBLE = ['overloaded', 'circuit_open', 'client_gone'] as const;
type InvisibleFailure = (typeof INVISIBLE)[number];

export type VisibleFailure = Exclude<Failure, InvisibleFailure>;

/** `possible`: a 500 on a paid lookup, the one answer after which a charge may stand. */
export type Charge = 'no' | 'possible';

/** When asking again makes sense. */
export type Retry =
  | 'corrected'
  | 'resolved'
  | 'window'
  | 'moments'
  | 'minutes'
  | 'backoff'
  | 'later'
  | 'ask_first';

/** Who can mend the cause. */
export type Contact = 'you' | 'administrator' | 'support' | 'nobody';

interface Advice {
  /** The lookups that can end so. */
  readonly families: readonly Family[];
  readonly charge: Charge;
  readonly retry: Retry;
  readonly contact: Contact;
}

const everywhere: readonly Family[] = ['renap', 'rtu', 'catalogos'];
const catalogs: readonly Family[] = ['catalogos'];

function free(families: readonly Family[], retry: Retry, contact: Contact): Advice {
  return { families, charge: 'no', retry, contact };
}

/** What an integrator does about each failure. Contract, 'Errors' and 'Limits'. */
const advice: Readonly<Record<VisibleFailure, Advice>> = {
  method_not_allowed: free(everywhere, 'corrected', 'you'),
  global_limit: free(everywhere, 'window', 'nobody'),
  credentials_missing: free(everywhere, 'corrected', 'you'),
  credentials_unknown: free(everywhere, 'corrected', 'administrator'),
  not_enabled: free(everywhere, 'resolved', 'administrator'),
  rate_limit: free(everywhere, 'window', 'nobody'),
  body_too_large: free(everywhere, 'corrected', 'you'),
  identifier_missing: free(everywhere, 'corrected', 'you'),
  too_many_nits: free(['rtu'], 'corrected', 'you'),
  input_invalid: free(catalogs, 'corrected', 'you'),
  idempotency_key_invalid: free(catalogs, 'corrected', 'you'),
  idempotency_key_reused: free(catalogs, 'corrected', 'you'),
  idempotency_key_under_way: free(catalogs, 'moments', 'nobody'),
  no_balance: free(catalogs, 'resolved', 'administrator'),
  source_rejected_input: free(catalogs, 'corrected', 'you'),
  source_rejected_credentials: free(catalogs, 'resolved', 'support'),
  source_no_balance: free(catalogs, 'resolved', 'support'),
  source_denied: free(catalogs, 'resolved', 'support'),
  source_not_found: free(catalogs, 'later', 'nobody'),
  source_limited: free(catalogs, 'minutes', 'nobody'),
  source_unavailable: free(everywhere, 'backoff', 'nobody'),
  interrupted: free(everywhere, 'backoff', 'nobody'),
  unresolved: { families: everywhere, charge: 'possible', retry: 'ask_first', contact: 'support' },
  failure: { families: everywhere, charge: 'possible', retry: 'ask_first', contact: 'support' },
};

/** The advice for one failure of a lookup; where nothing is billed nothing can be charged. */
export function adviceFor(failure: VisibleFailure, { billed }: LookupFacts): Advice {
  return billed ? advice[failure] : { ...advice[failure], charge: 'no' };
}

/** The failures that a lookup of this family can answer, in the order of the checks. */
export function failuresOf(family: Family): VisibleFailure[] {
  return FAILURES.filter(isVisible).filter((failure) => advice[failure].families.includes(family));
}

function isVisible(failure: Failure): failure is VisibleFailure {
  return !INVISIBLE.some((one) => one === failure);
}
