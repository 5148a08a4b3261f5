import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Ids of the integrations that a filter matches. An empty list matches nothing. */
export type IntegrationIds = number | readonly number[];

/** Returns the number of integrations in a filter; undefined for a filter without any. */
export function countOf(ids: IntegrationIds | undefined): number | undefined {
  return typeof ids === 'object' ? ids.length : ids && 1;
}

/** Id under which the counts of all integrations stand. */
export const EVERYBODY = 0;

export function isOneOf(column: SQLWrapper, ids: IntegrationIds): SQL {
  if (typeof ids === 'number') return sql`${column} = ${ids}`;
  return sql`${column} = ANY(${`{${ids.join(',')}}`}::int[])`;
}
