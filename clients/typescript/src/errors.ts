import { CAUSES, KINDS } from './causes.js';

type Cause = (typeof CAUSES)[keyof typeof CAUSES][number];

/**
 * Whether the query may have been charged. `possible` with a status of 500: a charge is returned within a
 * minute. `possible` without an answer: support can tell by the request id.
 */
export type Charged = 'no' | 'possible';

/** When asking again makes sense. */
export type Retry = Cause['retry'] | 'ask_first' | 'unknown';

/** The party that can fix it. */
export type Contact = Cause['contact'];

/** Kind of error, by the status of the answer or, without an answer, by how the call ended. */
export type ErrorKind =
  | (typeof KINDS)[keyof typeof KINDS]
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'unexpected_answer';

const kinds: Readonly<Record<number, ErrorKind>> = KINDS;

/** A lookup that did not succeed. Never holds the token, nor what was asked. */
export class PasarelaError extends Error {
  override readonly name = 'PasarelaError';
  readonly kind: ErrorKind;
  /** HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  readonly charged: Charged;
  /** Asking again as it is can neither charge twice nor do harm. */
  readonly retrySafe: boolean;
  readonly retry: Retry;
  readonly contact: Contact;
  /** The cause by its name, told by the message's text: for logs, since texts may change. */
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  /** Requests made, the last of which failed so. */
  readonly attempts: number;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.kind = facts.kind;
    this.status = facts.status;
    this.charged = facts.charged;
    this.retrySafe = facts.charged === 'no';
    this.retry = facts.retry;
    this.contact = facts.contact;
    this.reason = facts.reason;
    this.requestId = facts.requestId;
    this.attempts = facts.attempts;
  }
}

export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly charged: Charged;
  readonly retry: Retry;
  readonly contact: Contact;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  readonly attempts: number;
}

export interface Call {
  readonly path: keyof typeof CAUSES;
  /** Only a billed lookup can have been charged. */
  readonly billed: boolean;
  readonly requestId: string | undefined;
  readonly attempts: number;
}

/** The error of an answer that is not a success. */
export function errorOfAnswer(call: Call, status: number, text: string): PasarelaError {
  const causes: readonly Cause[] = CAUSES[call.path].filter((one) => one.status === status);
  const known = causes.find((one) => one.text === text);
  const kind = kinds[status];
  if (kind === undefined) return unexpectedAnswer(call, status);
  // A text that we do not know is treated as the gravest cause of its status.
  const gravest = known ?? causes.find((one) => one.charged === 'possible') ?? causes[0];
  const message = text === '' ? `The lookup was answered with ${status}.` : text;
  return new PasarelaError({
    kind,
    message,
    status,
    charged: gravest?.charged === 'possible' ? 'possible' : 'no',
    retry: known?.retry ?? (causes.length === 1 ? causes[0]?.retry : undefined) ?? 'unknown',
    contact: gravest?.contact ?? 'support',
    reason: known?.cause,
    requestId: call.requestId,
    attempts: call.attempts,
  });
}

/** Something other than the contract answered: a proxy on the way, or another service. */
export function unexpectedAnswer(call: Call, status: number): PasarelaError {
  const message = `The answer, of status ${status}, is none of the contract's.`;
  return new PasarelaError({ ...unknownEnd(call), kind: 'unexpected_answer', message, status });
}

const WITHOUT_ANSWER = {
  timeout: 'No answer came in time.',
  aborted: 'The lookup was aborted.',
  network: 'The connection could not be made, or broke.',
} as const;

/** The call ended without an answer: whether it was charged, nobody here can know. */
export function errorWithoutAnswer(call: Call, kind: keyof typeof WITHOUT_ANSWER): PasarelaError {
  return new PasarelaError({ ...unknownEnd(call), kind, message: WITHOUT_ANSWER[kind] });
}

function unknownEnd({ billed, requestId, attempts }: Call) {
  const charged = billed ? 'possible' : 'no';
  const contact = 'nobody';
  return {
    charged,
    retry: billed ? 'ask_first' : 'backoff',
    contact,
    requestId,
    attempts,
  } as const;
}
