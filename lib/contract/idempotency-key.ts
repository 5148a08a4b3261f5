/** Rules of the idempotency key, by the names under which texts mention them. */
export const keyFacts = {
  /** Most characters, all of them visible ASCII. */
  keyLength: 255,
  /** Hours after the last charge until a key is forgotten. */
  keyHours: 24,
  /** How often a charged query is repeated free of charge, and the minutes for it. */
  keyRepetitions: 3,
  keyMinutes: 15,
} as const;

/** The pattern of a key, as JSON Schema writes it. */
export const KEY_PATTERN = `^[!-~]{1,${keyFacts.keyLength}}$`;
