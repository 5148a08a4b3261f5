/** The steps of a query whose milliseconds its record keeps, in this order. */
export const RECORDED_STEPS = [
  'global',
  'credentials',
  'limit',
  'body',
  'reserve',
  'source',
] as const;
