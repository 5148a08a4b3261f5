/**
 * Numbers of the advisory locks. Instances of different versions share them, so a number never
 * changes its meaning. The SQL function that creates partitions uses one more, by hash.
 */
export const LOCKS = {
  migrate: 7_270_011,
  /** Demonstration data is written once. */
  seed: 7_270_012,
  /** Two administrators cannot remove each other at the same moment. */
  administrators: 7_270_013,
  /** Audit rows are written one at a time, each after the commit of the one before. */
  audit: 7_270_014,
  /** Starts check and register their keys one at a time. */
  keys: 7_270_015,
  /** People join an integration one at a time, so that its limit holds. */
  people: 7_270_016,
  /** Pending counts are folded by one instance at a time. */
  fold_counts: 7_270_020,
} as const;

/** Locks of the tasks that run on one instance at a time, by the names of the tasks. */
export const TASK_LOCKS = {
  ledger_verify: 7_270_031,
  retention: 7_270_032,
  audit_verify: 7_270_033,
  rotate_keys: 7_270_034,
  status: 7_270_036,
  detect: 7_270_037,
  mark_repeated: 7_270_038,
} as const;
