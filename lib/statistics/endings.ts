import { type SQL, sql } from 'drizzle-orm';
import type { Failure } from '@/lib/contract/errors';

/** Whose trouble a query that gave nothing is. */
export const CULPRITS = ['integrator', 'source', 'ours'] as const;
export type Culprit = (typeof CULPRITS)[number];

/**
 * What becomes of a query: success is an answer of status 2xx with the source's result, and the share
 * of success is that of all queries that reached their source.
 */
export const ENDINGS = ['success', ...CULPRITS] as const;
export type Ending = (typeof ENDINGS)[number];

/**
 * The one table of whose trouble each failure is; `explain.ts` says the same in words. `integrator` is
 * no trouble of the service: what was asked for does not exist or cannot be asked for, or nobody waited
 * for the answer. What a source holds against our account is ours: it answers everybody else.
 */
export const culprits: Readonly<Record<Failure, Culprit>> = {
  method_not_allowed: 'integrator',
  global_limit: 'integrator',
  overloaded: 'ours',
  credentials_missing: 'integrator',
  credentials_unknown: 'integrator',
  not_enabled: 'integrator',
  rate_limit: 'integrator',
  body_too_large: 'integrator',
  identifier_missing: 'integrator',
  too_many_nits: 'integrator',
  input_invalid: 'integrator',
  circuit_open: 'ours',
  idempotency_key_invalid: 'integrator',
  idempotency_key_reused: 'integrator',
  idempotency_key_under_way: 'integrator',
  no_balance: 'integrator',
  source_rejected_input: 'integrator',
  source_rejected_credentials: 'ours',
  source_no_balance: 'ours',
  source_denied: 'ours',
  source_not_found: 'integrator',
  source_limited: 'source',
  source_unavailable: 'source',
  interrupted: 'ours',
  client_gone: 'integrator',
  unresolved: 'ours',
  failure: 'ours',
};

/** Before the source was asked, the ceiling can only have passed on our side. */
export function culpritBeforeSource(reason: Failure): Culprit {
  return reason === 'source_unavailable' ? 'ours' : culprits[reason];
}

/** The person registry's own statuses pass through with its answer: these say that it works. */
const NOTHING_FOUND = [400, 404, 422];

function failuresOf(culprit: Culprit): string[] {
  return Object.entries(culprits)
    .filter(([, whose]) => whose === culprit)
    .map(([failure]) => failure);
}

function textList(values: readonly (string | number)[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(typeof value === 'number' ? String(value) : `'${value}'`)),
    sql`, `,
  );
}

/** The ending of a counted or recorded query; an outcome that nobody knows is our trouble. */
export const endingOfRow = sql<Ending>`CASE
  WHEN outcome = 'found' AND status BETWEEN 200 AND 299 THEN 'success'
  WHEN outcome = 'found' AND status IN (${textList(NOTHING_FOUND)}) THEN 'integrator'
  WHEN outcome = 'found' THEN 'source'
  WHEN outcome IN (${textList(failuresOf('integrator'))}) THEN 'integrator'
  WHEN outcome IN (${textList(failuresOf('source'))}) THEN 'source'
  ELSE 'ours' END`;

/** Endings with those apart that nobody got an answer of, for who looks at single queries. */
export const KINDS = [...ENDINGS, 'unanswered'] as const;
export type Kind = (typeof KINDS)[number];

export const kindOfRow = sql<Kind>`CASE
  WHEN outcome IN ('client_gone', 'interrupted') THEN 'unanswered' ELSE ${endingOfRow} END`;
