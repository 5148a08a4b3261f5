import { connectDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { logProblems } from '@/e2e/log-check';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { buildWhenNeeded } from '@/server/build';
import { type Simulator, startSimulator } from '@/simulator/server';
import { startApp } from '@/testing/app';
import { createTestIntegration } from '@/testing/integration';
import { startTestPostgres } from '@/testing/postgres';

/** Database, sources and app of one run. */
export interface World {
  readonly url: string;
  readonly databaseUrl: string;
  /** Stops the app; then what its log or the ledger have to complain of. */
  aftermath(): Promise<string[]>;
  stop(): Promise<void>;
}

/** For those who never answer. */
const SOURCE_TIMEOUT_MS = '2000';

export async function startWorld(variables: Readonly<Record<string, string>>): Promise<World> {
  await buildWhenNeeded();
  const postgres = await startTestPostgres();
  const simulator = await startSimulator();
  const stop = async () => {
    await simulator.close();
    await postgres.stop();
  };
  try {
    await migrateDatabase(postgres.url);
    // A database in use is not seeded, so no demonstration credentials are written or printed.
    await createTestIntegration(postgres.url);
    const app = await startApp('server', {
      ...variables,
      ...sourcesOf(simulator),
      DATABASE_URL: postgres.url,
      SOURCE_TIMEOUT_MS,
    });
    return {
      url: app.url,
      databaseUrl: postgres.url,
      aftermath: async () => {
        await app.stop();
        const logged = logProblems(app.output(), simulator.tokens);
        return [...logged.map((line) => `log: ${line}`), ...(await ledgerProblems(postgres.url))];
      },
      stop: async () => {
        await app.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function sourcesOf({ renapUrl, rtuUrl, catalogosUrl, tokens }: Simulator): Record<string, string> {
  return {
    RENAP_URL: renapUrl,
    RENAP_TOKEN: tokens.renap,
    RTU_URL: rtuUrl,
    RTU_TOKEN: tokens.rtu,
    CATALOGOS_URL: catalogosUrl,
    CATALOGOS_TOKEN: tokens.catalogos,
  };
}

async function ledgerProblems(databaseUrl: string): Promise<string[]> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  const { problems } = await verifyLedger(db).finally(() => db.$client.end({ timeout: 5 }));
  return problems.map((problem) => `ledger: ${JSON.stringify(problem)}`);
}
