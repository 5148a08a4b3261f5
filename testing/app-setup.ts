import type { TestProject } from 'vitest/node';
import { limitVariables, startHarness } from './harness';

/** Limits above what the tests send; a conformance plan grows with the limits it could meet. */
export const PLENTY = { global: 50_000, renap: 10_000, rtu: 10_000, catalogos: 10_000 };

/** Variables of the apps that conformance runs look at. A run waits for the time-out a few times. */
export const CONFORMANCE_VARIABLES = { SOURCE_TIMEOUT_MS: '1500', TRUSTED_PROXY_HOPS: '1' };

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL database, and port of the sources. */
    readonly parts: { readonly url: string; readonly sourcePort: number };
    /** Address of an app on these parts, with limits that no test meets. */
    readonly appUrl: string;
  }
}

/** Builds, and starts what the app tests share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const harness = await startHarness({ ...CONFORMANCE_VARIABLES, ...limitVariables(PLENTY) });
  const { databaseUrl, sourcePort } = harness;
  project.provide('parts', { url: databaseUrl, sourcePort });
  try {
    project.provide('appUrl', (await harness.startApp()).url);
  } catch (error) {
    return harness.fail(error);
  }
  return harness.stop;
}
