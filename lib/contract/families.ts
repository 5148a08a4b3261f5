/** The lookups of a family share a per-minute limit and the shape of their errors. */
export const FAMILIES = ['renap', 'rtu', 'catalogos'] as const;
export type Family = (typeof FAMILIES)[number];
