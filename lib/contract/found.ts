/**
 * Outcomes of a query that the source answered. A catalog's record is `found` when it has the main
 * data of its lookup, `found_partial` when some of it is missing, and `found_empty` when it reports
 * nothing. The registries' answers are passed on unread: always `found`.
 */
export const FOUND = ['found', 'found_partial', 'found_empty'] as const;
export type Found = (typeof FOUND)[number];

export function isFound(outcome: string): outcome is Found {
  return FOUND.some((one) => one === outcome);
}
