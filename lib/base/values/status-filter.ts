/** Classes of HTTP statuses: `none` for queries without an answer, `not-200` for all that failed. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx', 'none', 'not-200'] as const;

export type StatusFilter = number | (typeof STATUS_CLASSES)[number];

/** Returns the lowest and the highest status of a filter that has them. */
export function statusRange(filter: StatusFilter): [number, number] | undefined {
  if (filter === 'none' || filter === 'not-200') return undefined;
  if (typeof filter === 'number') return [filter, filter];
  const first = Number(filter.charAt(0)) * 100;
  return [first, first + 99];
}
