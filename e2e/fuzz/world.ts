import { logProblems } from '@/e2e/log-check';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { startHarness } from '@/testing/harness';

/** Database, sources and app of one run. */
export interface World {
  readonly url: string;
  readonly databaseUrl: string;
  /** Stops the app, then returns what is wrong in its log or in the ledger. */
  aftermath(): Promise<string[]>;
  stop(): Promise<void>;
}

/** For sources that never answer. */
const SOURCE_TIMEOUT_MS = '2000';

export async function startWorld(variables: Readonly<Record<string, string>>): Promise<World> {
  const harness = await startHarness({ SOURCE_TIMEOUT_MS, ...variables });
  const { databaseUrl, stop } = harness;
  try {
    const app = await harness.startApp();
    const aftermath = async () => {
      await app.stop();
      const logged = logProblems(app.output(), DEFAULT_TOKENS).map((line) => `log: ${line}`);
      return [...logged, ...(await harness.ledgerProblems())];
    };
    return { url: app.url, databaseUrl, aftermath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
