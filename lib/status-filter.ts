import { between, type Column, type SQL } from 'drizzle-orm';

/** Classes of HTTP statuses; `none` for queries without an answer. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx', 'none'] as const;

export type StatusFilter = number | (typeof STATUS_CLASSES)[number];

/** Returns the lowest and the highest status of a filter; undefined for `none`. */
export function statusRange(filter: StatusFilter): [number, number] | undefined {
  if (filter === 'none') return undefined;
  if (typeof filter === 'number') return [filter, filter];
  const first = Number(filter.charAt(0)) * 100;
  return [first, first + 99];
}

/** Returns the condition of a filter on a column; `none` is how its table stores no answer. */
export function statusIs(column: Column, filter: StatusFilter, none: SQL): SQL {
  const range = statusRange(filter);
  return range === undefined ? none : between(column, ...range);
}
