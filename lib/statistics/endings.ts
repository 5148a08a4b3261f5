import { sql } from 'drizzle-orm';

/**
 * Groups of endings in charts. `success` is a source's result, `empty` a catalog's answer that
 * reports nothing. `no_result` is nobody's fault or the integrator's: the service and its sources
 * worked.
 */
export const RESULTS = ['success', 'empty', 'no_result', 'source', 'ours'] as const;
export type Result = (typeof RESULTS)[number];

/** SQL for the result of a record or a count. */
export const resultOfRow = sql<Result>`CASE WHEN responsible IN ('source', 'ours') THEN responsible
    WHEN ending IN ('found', 'partial') THEN 'success'
    WHEN ending = 'empty' THEN 'empty' ELSE 'no_result' END`;
