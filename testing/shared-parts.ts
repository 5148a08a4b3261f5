import { afterAll, inject } from 'vitest';
import type { Variables } from './app';
import { type GivenParts, type Harness, startHarness } from './harness';
import { createTestDatabase } from './postgres';
import { randomLetters } from './random';

/** The database and the sources of all app tests, for a test that changes neither for the others. */
export function sharedParts(): GivenParts {
  return { ...inject('parts'), stop: async () => {} };
}

/** The same with an empty database of its own, for a test that breaks its database. */
export async function partsWithDatabase(): Promise<GivenParts> {
  const parts = sharedParts();
  const name = `own_${randomLetters()}`;
  return { ...parts, url: await createTestDatabase(parts.url, name) };
}

/** Starts a harness on such parts, which stops after the file. */
export async function sharedHarness(
  variables: Variables = {},
  parts = sharedParts(),
): Promise<Harness> {
  const harness = await startHarness(variables, parts);
  afterAll(() => harness.stop());
  return harness;
}
