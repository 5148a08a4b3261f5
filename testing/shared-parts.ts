import { inject } from 'vitest';
import type { GivenParts } from './harness';

/** The database and the sources of all app tests, for a test that changes neither for the others. */
export function sharedParts(): GivenParts {
  return { ...inject('parts'), stop: async () => {} };
}
