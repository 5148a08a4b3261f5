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
