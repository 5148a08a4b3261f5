/** Steps whose milliseconds a record stores, in this order. */
export const RECORDED_STEPS = [
  'global',
  'credentials',
  'limit',
  'body',
  'reserve',
  'source',
] as const;

/** A timed step of a lookup. */
export type Step = (typeof RECORDED_STEPS)[number] | 'claim' | 'settle';
