import { between, type Column, type SQL, sql } from 'drizzle-orm';
import { type StatusFilter, statusRange } from '@/lib/base/values/status-filter';

/** Returns the condition of a filter on a column; `none` is how its table stores no answer. */
export function statusIs(column: Column, filter: StatusFilter, none: SQL): SQL {
  if (filter === 'not-200') return sql`${column} IS DISTINCT FROM 200`;
  const range = statusRange(filter);
  return range === undefined ? none : between(column, ...range);
}
