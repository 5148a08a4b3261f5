/** Steps whose milliseconds a record stores, in this order. */
export const RECORDED_STEPS = [
  'global',
  'credentials',
  'limit',
  'body',
  'reserve',
  'source',
] as const;
