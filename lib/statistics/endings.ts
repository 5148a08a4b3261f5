import { type SQL, sql } from 'drizzle-orm';
import { recordedEnding, recordedParty } from '@/db/schema/index';

/**
 * Groups of endings in charts. `success` is a source's result, `empty` a catalog's answer that
 * reports nothing. `no_result` is nobody's fault or the integrator's: the service and its sources
 * worked.
 */
export const RESULTS = ['success', 'empty', 'no_result', 'source', 'ours'] as const;
export type Result = (typeof RESULTS)[number];

function resultOf(ending: SQL, responsible: SQL): SQL<Result> {
  return sql`CASE WHEN ${responsible} IN ('source', 'ours') THEN ${responsible}
    WHEN ${ending} IN ('found', 'partial') THEN 'success'
    WHEN ${ending} = 'empty' THEN 'empty' ELSE 'no_result' END`;
}

/** The result of rows with a stored ending and party, such as counts. */
export const resultOfRow = resultOf(sql`ending`, sql`responsible`);

/** Results, with unanswered queries listed separately. */
export const KINDS = [...RESULTS, 'unanswered'] as const;
export type Kind = (typeof KINDS)[number];

function kindOf(ending: SQL, responsible: SQL): SQL<Kind> {
  return sql`CASE WHEN ${ending} IN ('client_gone', 'interrupted') THEN 'unanswered'
    ELSE ${resultOf(ending, responsible)} END`;
}

export const kindOfRow = kindOf(sql`ending`, sql`responsible`);
export const kindOfRecord = kindOf(recordedEnding, recordedParty);
