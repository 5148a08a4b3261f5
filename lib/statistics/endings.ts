import { type SQL, sql } from 'drizzle-orm';
import { FAILURES, type Failure, failures, type Responsible } from '@/lib/contract/failures';

/**
 * How counted queries end. `success` is an answer of status 2xx with the source's result, `empty`
 * one of a catalog that reports nothing. `no_result` is nobody's fault or the integrator's: the
 * service and its sources worked.
 */
export const ENDINGS = ['success', 'empty', 'no_result', 'source', 'ours'] as const;
export type Ending = (typeof ENDINGS)[number];

const endingOf: Readonly<Record<Responsible, Ending>> = {
  nobody: 'no_result',
  integrator: 'no_result',
  source: 'source',
  ours: 'ours',
};

export function endingOfFailure(failure: Failure): Ending {
  return endingOf[failures[failure].responsible];
}

/** True for a refusal that is our fault. Before the source is asked, a timeout is ours too. */
export function isOursBeforeSource(reason: Failure): boolean {
  return reason === 'source_unavailable' || endingOfFailure(reason) === 'ours';
}

/** Statuses of the person registry when it works but has no record. */
const NOTHING_FOUND = [400, 404, 422];

function namesOf(ending: Ending): string[] {
  return FAILURES.filter((name) => endingOfFailure(name) === ending);
}

function textList(values: readonly (string | number)[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(typeof value === 'number' ? String(value) : `'${value}'`)),
    sql`, `,
  );
}

/** The ending of a counted or recorded query; an unknown outcome counts as our failure. */
export const endingOfRow = sql<Ending>`CASE
  WHEN outcome = 'found_empty' THEN 'empty'
  WHEN outcome IN ('found', 'found_partial') AND status BETWEEN 200 AND 299 THEN 'success'
  WHEN outcome = 'found' AND status IN (${textList(NOTHING_FOUND)}) THEN 'no_result'
  WHEN outcome = 'found' THEN 'source'
  WHEN outcome IN (${textList(namesOf('no_result'))}) THEN 'no_result'
  WHEN outcome IN (${textList(namesOf('source'))}) THEN 'source'
  ELSE 'ours' END`;

/** Endings, with unanswered queries listed separately. */
export const KINDS = [...ENDINGS, 'unanswered'] as const;
export type Kind = (typeof KINDS)[number];

export const kindOfRow = sql<Kind>`CASE
  WHEN outcome IN ('client_gone', 'interrupted') THEN 'unanswered' ELSE ${endingOfRow} END`;
