import { connectDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { buildWhenNeeded } from '@/server/build';
import { type Simulator, startSimulator } from '@/simulator/server';
import { startApp } from '@/testing/app';
import { createTestIntegration } from '@/testing/integration';
import { startTestPostgres } from '@/testing/postgres';
import { IDENTIFIERS_KEY, publishEnvironment } from './environment';
import { logProblems } from './log-check';

/** Short, so that a silent source costs a test two seconds; the rules are the same at 30 000. */
const SOURCE_TIMEOUT_MS = 2_000;

type Cleanup = () => Promise<unknown>;

/** Starts database, simulator and the app twice; what it returns stops them and reads their logs. */
export default async function setup(): Promise<() => Promise<void>> {
  const cleanups: Cleanup[] = [];
  try {
    return await start(cleanups);
  } catch (error) {
    await undo(cleanups);
    throw error;
  }
}

async function start(cleanups: Cleanup[]): Promise<() => Promise<void>> {
  await buildWhenNeeded();
  const postgres = await startTestPostgres();
  cleanups.push(postgres.stop);
  await migrateDatabase(postgres.url);
  // A database in use is not seeded, so no demonstration credentials are written or printed.
  await createTestIntegration(postgres.url);
  const simulator = await startSimulator();
  cleanups.push(() => simulator.close());

  const variables = variablesOf(postgres.url, simulator);
  const [server, next] = await Promise.all([
    startApp('server', variables),
    startApp('next', variables),
  ]);
  cleanups.push(server.stop, next.stop);
  publishEnvironment({
    databaseUrl: postgres.url,
    simulatorUrl: simulator.url,
    serverUrl: server.url,
    nextUrl: next.url,
    variables,
  });
  return async () => {
    try {
      await Promise.all([server.stop(), next.stop()]);
      const printed = [server, next].map((app) => logProblems(app.output(), simulator.tokens));
      const problems = [...(await ledgerProblems(postgres.url)), ...printed.flat()];
      if (problems.length > 0) throw new Error(`The run left behind:\n${problems.join('\n')}`);
    } finally {
      await undo(cleanups);
    }
  };
}

/** Whatever the tests did, every balance must still be the sum of its ledger. */
async function ledgerProblems(databaseUrl: string): Promise<string[]> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  const { problems } = await verifyLedger(db).finally(() => db.$client.end({ timeout: 5 }));
  return problems.map((problem) => `ledger: ${JSON.stringify(problem)}`);
}

function variablesOf(databaseUrl: string, simulator: Simulator): Record<string, string> {
  return {
    APP_ENV: 'development',
    DATABASE_URL: databaseUrl,
    RENAP_URL: simulator.renapUrl,
    RENAP_TOKEN: simulator.tokens.renap,
    RTU_URL: simulator.rtuUrl,
    RTU_TOKEN: simulator.tokens.rtu,
    CATALOGOS_URL: simulator.catalogosUrl,
    CATALOGOS_TOKEN: simulator.tokens.catalogos,
    TRUSTED_PROXY_HOPS: '1',
    SOURCE_TIMEOUT_MS: String(SOURCE_TIMEOUT_MS),
    NEXTAUTH_SECRET: 'only-for-the-contract-tests-0123456789',
    IDENTIFIERS_KEY,
    NEXTAUTH_URL: 'http://127.0.0.1',
  };
}

/** The last started is the first stopped; one that fails does not spare the others. */
async function undo(cleanups: readonly Cleanup[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of [...cleanups].reverse()) {
    await cleanup().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Something did not stop.');
}
