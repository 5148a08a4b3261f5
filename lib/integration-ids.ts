import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The integration of a filter, or those whose names match; none of them matches nothing. */
export type IntegrationIds = number | readonly number[];

/** Returns how many integrations a filter chooses; undefined if it chooses none. */
export function countOf(ids: IntegrationIds | undefined): number | undefined {
  return typeof ids === 'object' ? ids.length : ids && 1;
}

export function isOneOf(column: SQLWrapper, ids: IntegrationIds): SQL {
  if (typeof ids === 'number') return sql`${column} = ${ids}`;
  return sql`${column} = ANY(${`{${ids.join(',')}}`}::int[])`;
}
