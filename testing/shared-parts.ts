import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { GivenParts } from './harness';
import { createTestDatabase } from './postgres';

/** The database and the sources of all app tests, for a test that changes neither for the others. */
export function sharedParts(): GivenParts {
  return { ...inject('parts'), stop: async () => {} };
}

/** The same with an empty database of its own, for a test that breaks its database. */
export async function partsWithDatabase(): Promise<GivenParts> {
  const parts = sharedParts();
  const name = `own_${randomBytes(6).toString('hex')}`;
  return { ...parts, url: await createTestDatabase(parts.url, name) };
}
