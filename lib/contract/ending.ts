import {
  FAILURES,
  type Failure,
  failureAnswers,
  failures,
  PARTIES,
  type Responsible,
} from './failures';
import type { Family } from './families';

/**
 * Endings in which the source's answer is passed to the integrator. A catalog's record is `found`
 * when it has the main data of its lookup, `partial` when some of it is missing, `empty` when the
 * source reports nothing, and `unreadable` when it reports values of which none could be read. The
 * registries' answers are not read: `found`, or `passed_on` for an error status.
 */
export const ANSWERS = ['found', 'partial', 'empty', 'unreadable', 'passed_on'] as const;
export type Answer = (typeof ANSWERS)[number];

/** The name of an ending in records, statistics, metrics and the log. */
export type EndingWord = Answer | Failure;
export const ENDING_WORDS: readonly EndingWord[] = [...ANSWERS, ...FAILURES];

/** The endings that a query record can have. Other failures are only counted. */
export const RECORDED_ENDINGS: readonly EndingWord[] = [
  ...ANSWERS,
  ...FAILURES.filter((name) => failures[name].recorded),
];

/** How a query ended. Decided once, when the source has been asked. */
export type Ending = AnswerEnding | FailureEnding;

export interface AnswerEnding {
  readonly word: Answer;
  /** The status to send. The person registry's own may be any but a redirect. */
  readonly status: number;
  /** Fields with a value that could not be read, by the source's names. */
  readonly unreadable: readonly string[];
}

export interface FailureEnding {
  readonly word: Failure;
  readonly cause?: Cause;
  /** As in {@link AnswerEnding}, when the query failed because of them. */
  readonly unreadable?: readonly string[];
}

/** Causes that are words, as the record stores them. */
export const CAUSE_WORDS = [
  'deadline',
  'load',
  'size',
  'not a JSON object',
  'no list of records',
  'marked as failed',
  'unknown',
] as const;
export type CauseWord = (typeof CAUSE_WORDS)[number];

/** Code of an error of the connection or of a decoder, such as `ECONNREFUSED`. */
export type ErrorCode = Uppercase<string>;

/** Why a query ended as it did, for the log and the record. */
export type Cause = CauseWord | `status ${number}` | `unreadable ${number} ${string}` | ErrorCode;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && /^[A-Z][A-Z\d_]*$/.test(text);
}

export function isAnswer(word: EndingWord): word is Answer {
  return ANSWERS.some((one) => one === word);
}

/** Reads an ending from the database. An unknown word counts as our failure. */
export function readEnding(text: string): EndingWord {
  return ENDING_WORDS.find((one) => one === text) ?? 'failure';
}

/** Reads a party from the database. */
export function readParty(text: string): Responsible {
  return PARTIES.find((one) => one === text) ?? 'ours';
}

/** Our credentials or account at a source, which works for its other clients. */
const ourAccount = {
  401: 'source_rejected_credentials',
  402: 'source_no_balance',
  403: 'source_denied',
} as const;

/** Contract, 'Errors', 'Catalogs'. */
const catalogStatuses = {
  ...ourAccount,
  400: 'source_rejected_input',
  404: 'source_not_found',
  422: 'source_rejected_input',
  429: 'source_limited',
} as const;

/** A failure that a source caused or reported. */
export type SourceFailure =
  | 'source_unavailable'
  | (typeof catalogStatuses)[keyof typeof catalogStatuses];

/** Failures that the statuses of each family's source mean. Any other is `source_unavailable`. */
const sourceStatuses: Readonly<Record<Family, Readonly<Partial<Record<number, SourceFailure>>>>> = {
  renap: ourAccount,
  rtu: ourAccount,
  catalogos: catalogStatuses,
};

/** Statuses of the person registry when it works but has no record. */
const NOTHING_FOUND = [400, 404, 422];

/** Returns the failure that a status means which is not passed on. */
export function failureFrom(family: Family, status: number): SourceFailure {
  return sourceStatuses[family][status] ?? 'source_unavailable';
}

/** Returns the status that the integrator receives. Logs show 499 when nobody was there. */
export function statusOf(ending: Ending, family: Family): number {
  return 'status' in ending ? ending.status : failureAnswers[family][ending.word].status;
}

/**
 * Returns the party at fault. What a catalog withholds or leaves out is our fault when fields could
 * not be read.
 */
export function responsibleFor(ending: Ending, family: Family): Responsible {
  const { word, unreadable = [] } = ending;
  if ('status' in ending && word === 'passed_on') {
    if (NOTHING_FOUND.includes(ending.status)) return 'nobody';
    return failures[failureFrom(family, ending.status)].responsible;
  }
  if (word !== 'found' && unreadable.length > 0) return 'ours';
  return 'status' in ending ? 'nobody' : failures[ending.word].responsible;
}

export interface Tariff {
  readonly billed: boolean;
  /** Whether an answer that says nothing costs the tariff. */
  readonly chargeEmptyAnswers: boolean;
}

/** Tells what a query costs: the tariff, a charge of zero, or no charge. */
export function chargeOf(
  { word }: Ending,
  { billed, chargeEmptyAnswers }: Tariff,
): 'tariff' | 'zero' | 'none' {
  if (!billed || !isAnswer(word)) return 'none';
  const saysNothing = word === 'empty' || word === 'unreadable';
  return saysNothing && !chargeEmptyAnswers ? 'zero' : 'tariff';
}

/** Returns the cause to record. */
export function causeOf(ending: Ending): Cause | undefined {
  const { word, unreadable = [] } = ending;
  if ('status' in ending && word === 'passed_on') return `status ${ending.status}`;
  if (unreadable.length > 0) return `unreadable ${unreadable.length} ${unreadable.join(' ')}`;
  return 'cause' in ending ? ending.cause : undefined;
}
