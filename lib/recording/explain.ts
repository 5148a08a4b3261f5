import {
  type Answer,
  CAUSE_WORDS,
  type CauseWord,
  type EndingWord,
  isAnswer,
  isErrorCode,
} from '@/lib/contract/ending';
import { failures, type Remedy, type Responsible } from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts, takesBirthDate } from '@/lib/contract/lookups';

/** Names the advice for an integrator; its text is in the message files. */
export type Advice =
  | Remedy
  | 'nothing'
  | 'read_nulls'
  | 'read_unread_nulls'
  | 'refund_unread'
  | 'check_if_expected'
  | 'check_identifier_or_birth'
  | 'read_body'
  | 'read_list';

export type ChargeState = 'charged' | 'refunded' | 'at_no_cost' | 'free' | 'not_charged';

/** An ending, or a variant of `found`. */
export type Happened =
  | EndingWord
  | 'found_envelope'
  | 'found_list'
  | 'found_late'
  | 'success_unread';

interface Meaning {
  readonly happened: Happened;
  readonly advice: Advice;
}

/** A query as its record and the ledger know it. */
export interface EndedQuery {
  readonly lookup: Lookup;
  readonly ending: EndingWord;
  readonly responsible: Responsible;
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
  readonly responsible: Responsible;
  readonly cause: ReadCause | undefined;
  readonly charge: ChargeState;
  /** Answered, but so slowly that a client with a short time-out had left. */
  readonly slow: boolean;
}

/** A client with a shorter time-out may give up on a query that is then answered and charged. */
const SLOW_MS = 10_000;

/** Explains a record to an integrator who asks about it. */
export function explain(query: EndedQuery): Explanation {
  const { ending, responsible, durationMs } = query;
  const late = query.late && isAnswer(ending);
  const cause = readCause(query.cause);
  const explained =
    ending === 'source_unavailable' || (cause.kind === 'fields' && isAnswer(ending));
  return {
    ...(late ? meaningOfLate(query) : meaningOf(query)),
    responsible: late ? 'ours' : responsible,
    cause: explained && !late ? cause : undefined,
    charge: chargeState(query),
    slow: isAnswer(ending) && !late && (durationMs ?? 0) >= SLOW_MS,
  };
}

function meaningOfLate({ refunded }: EndedQuery): Meaning {
  return { happened: 'found_late', advice: refunded ? 'repeat' : 'check_charge' };
}

function meaningOf(query: EndedQuery): Meaning {
  const { ending, lookup, responsible, cause, charged, refunded } = query;
  const isUnread = readCause(cause).kind === 'fields';
  if (!isAnswer(ending)) {
    if (isUnread) return { happened: 'success_unread', advice: 'wait_for_us' };
    if (ending === 'source_rejected_input' && takesBirthDate(lookup)) {
      return { happened: ending, advice: 'check_identifier_or_birth' };
    }
    const isReturned = ending === 'unresolved' && refunded;
    return { happened: ending, advice: isReturned ? 'repeat' : failures[ending].remedy };
  }
  if (responsible === 'ours' && isUnread && charged > 0n && !refunded) {
    return { happened: ending, advice: 'refund_unread' };
  }
  if (responsible !== 'nobody') {
    return { happened: ending, advice: responsible === 'ours' ? 'wait_for_us' : 'repeat' };
  }
  if (ending !== 'found') return { happened: ending, advice: adviceFor[ending] };
  return (
    foundBy[lookupFacts[lookup].family] ?? {
      happened: ending,
      advice: isUnread ? 'read_unread_nulls' : 'nothing',
    }
  );
}

const foundBy: Readonly<Partial<Record<Family, Meaning>>> = {
  renap: { happened: 'found_envelope', advice: 'read_body' },
  rtu: { happened: 'found_list', advice: 'read_list' },
};

/** Advice about answers for which nobody is at fault. */
const adviceFor: Readonly<Record<Exclude<Answer, 'found'>, Advice>> = {
  partial: 'read_nulls',
  empty: 'check_if_expected',
  unreadable: 'wait_for_us',
  passed_on: 'check_identifier',
};

function chargeState({ lookup, status, charged, refunded }: EndedQuery): ChargeState {
  if (charged > 0n) return refunded ? 'refunded' : 'charged';
  if (!lookupFacts[lookup].billed) return 'free';
  return status === 200 ? 'at_no_cost' : 'not_charged';
}

/** A recorded cause. Each kind has a text, with the number that belongs to it. */
export interface ReadCause {
  readonly kind:
    | (typeof kinds)[CauseWord]
    | (typeof connectionErrors)[number][0]
    | 'connection'
    | 'status'
    | 'fields';
  readonly number?: number;
  /** Names of the fields that could not be read. Records of the release before have none. */
  readonly fields?: readonly string[];
}

const kinds = {
  deadline: 'deadline',
  load: 'load',
  size: 'size',
  'not a JSON object': 'unreadable',
  'no list of records': 'unreadable',
  'marked as failed': 'marked',
  unknown: 'unknown',
} as const satisfies Readonly<Record<CauseWord, string>>;

/** Errors of a connection that are for different people to repair, by their codes. */
const connectionErrors = [
  ['refused', /^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH)$/],
  ['not_resolved', /^(?:ENOTFOUND|EAI_\w+)$/],
  ['tls', /^(?:ERR_(?:TLS|SSL)_\w+|\w*CERT\w*|\w*SIGNATURE\w*|EPROTO|HOSTNAME_MISMATCH)$/],
  ['not_connected', /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
] as const;

const numbered = { status: 'status', unreadable: 'fields' } as const;

/** Reads a cause as it was recorded. */
export function readCause(cause: string | null): ReadCause {
  const [name, number = '', ...fields] = (cause ?? '').split(' ');
  if ((name === 'status' || name === 'unreadable') && /^\d+$/.test(number)) {
    return { kind: numbered[name], number: Number(number), ...(fields.length > 0 && { fields }) };
  }
  const word = CAUSE_WORDS.find((one) => one === cause);
  if (word !== undefined) return { kind: kinds[word] };
  if (cause === 'ERR_BUFFER_TOO_LARGE') return { kind: 'size' };
  if (cause?.startsWith('Z_')) return { kind: 'unreadable' };
  if (!isErrorCode(cause)) return { kind: 'unknown' };
  const [kind = 'connection'] = connectionErrors.find(([, codes]) => codes.test(cause)) ?? [];
  return { kind };
}
