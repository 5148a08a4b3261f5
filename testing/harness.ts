import { connectDatabase } from '@/db/client';
import type { Settings } from '@/lib/base/env/env';
import { freePort } from '@/lib/base/process/free-port';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { buildWhenNeeded } from '@/server/build';
import { variablesAt } from '@/simulator/server';
import { type AppKind, type AppOptions, startApp, type TestApp, type Variables } from './app';
import { migrateTestDatabase, startTestPostgres, type TestPostgres } from './postgres';
import { type Program, startProgram } from './program';

type Cleanup = () => Promise<unknown>;

/** Parts that run already. `stop` is called with the harness. */
export interface GivenParts extends Pick<TestPostgres, 'url' | 'stop'> {
  readonly sourcePort?: number;
}

/** A migrated PostgreSQL, the simulated sources, and any number of apps that use them. */
export interface Harness extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly sourcePort: number;
  /** Base address of the simulator, with its control endpoint. */
  readonly sourceUrl: string;
  /** Environment of every app of this harness. */
  readonly variables: Variables;
  startApp(changes?: Variables, kind?: AppKind, options?: AppOptions): Promise<TestApp>;
  /** Invariants of the ledger that are broken; none when all is well. */
  ledgerProblems(): Promise<string[]>;
  /** Registers a cleanup that runs before the parts stop. */
  onStop(cleanup: Cleanup): void;
  /** Stops everything, the last started first. */
  stop(): Promise<void>;
  /** Stops everything and throws, when a start fails after this. */
  fail(error: unknown): Promise<never>;
}

const MANY = 100_000_000;

/** The variables that set these limits. */
export function limitVariables(limits: Settings['limits']): Variables {
  return {
    LIMIT_GLOBAL: String(limits.global),
    LIMIT_RENAP: String(limits.renap),
    LIMIT_RTU: String(limits.rtu),
    LIMIT_CATALOGOS: String(limits.catalogos),
  };
}

/** For apps that are asked for no page: the pages take most of the time of a start. */
export const LOOKUPS_ALONE = { PASARELA_SERVES: 'lookups' };

/** For runs that send more than the limits allow. */
export const NO_LIMITS = limitVariables({ global: MANY, renap: MANY, rtu: MANY, catalogos: MANY });

/** Starts the parts that are not given. */
export async function startHarness(
  variables: Variables = {},
  given?: GivenParts,
): Promise<Harness> {
  if (variables.PASARELA_SERVES !== 'lookups') await buildWhenNeeded();
  const postgres: GivenParts = given ?? (await startTestPostgres());
  const cleanups: Cleanup[] = [() => postgres.stop()];
  const stop = () => undo(cleanups.splice(0));
  const fail = async (error: unknown) => {
    await stop();
    throw error;
  };
  try {
    const { url: databaseUrl } = postgres;
    const [sourcePort] = await Promise.all([
      postgres.sourcePort ?? startSources(cleanups),
      migrateTestDatabase(databaseUrl),
    ]);
    const sourceUrl = `http://127.0.0.1:${sourcePort}`;
    const common = {
      APP_ENV: 'development',
      DATABASE_URL: databaseUrl,
      ...variablesAt(sourceUrl),
      ...COMMON,
      ...variables,
    };
    return {
      databaseUrl,
      sourcePort,
      sourceUrl,
      variables: common,
      startApp: (changes, kind = 'server', options) =>
        stoppedBy(cleanups, startApp(kind, { ...common, ...changes }, options)),
      ledgerProblems: () => ledgerProblems(databaseUrl),
      onStop: (cleanup) => cleanups.push(cleanup),
      stop,
      fail,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    return fail(error);
  }
}

/** Starts the sources in a process of their own, so that they take no time from this one. */
async function startSources(cleanups: Cleanup[]): Promise<number> {
  const port = await freePort();
  const starting = startProgram({
    args: ['--import', 'tsx', 'simulator/main.ts', '--port', String(port)],
    readyUrl: `http://127.0.0.1:${port}/_control/faults`,
  });
  await stoppedBy(cleanups, starting);
  return port;
}

/** Registers the stop of a program that still starts, because something else may fail meanwhile. */
function stoppedBy<T extends Program>(cleanups: Cleanup[], starting: Promise<T>): Promise<T> {
  cleanups.push(async () => (await starting.catch(() => undefined))?.stop());
  return starting;
}

/** Secret of the console of every app that the harness starts. */
export const HARNESS_SECRET = 'only-for-tests-and-measurements-9182736450';

/** What production needs besides its database and its sources. */
export const COMMON = {
  NEXTAUTH_URL: 'http://127.0.0.1',
  NEXTAUTH_SECRET: HARNESS_SECRET,
  IDENTIFIERS_KEY: 'only-for-tests-and-measurements-9876543210',
  SECOND_FACTOR_KEY: 'only-for-tests-and-measurements-5647382910',
  SUPPORT_CONTACT: 'ayuda@pasarela.example, 2222-0000, 8 a 17',
  TRUSTED_PROXY_HOPS: '0',
  // Sources and people are on loopback, also where production is tested.
  ALLOW_INSECURE: 'http',
};

/** Lists the broken invariants of the ledger. */
export async function ledgerProblems(databaseUrl: string): Promise<string[]> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  const { problems } = await verifyLedger(db).finally(() => db.$client.end({ timeout: 5 }));
  return problems.map(
    ({ rule, integrationId, detail }) => `ledger of ${integrationId}: ${rule}: ${detail}`,
  );
}

/** Adds a fault to the simulator. */
export async function addFault(sourceUrl: string, fault: object): Promise<void> {
  const response = await fetch(`${sourceUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The simulator refused a fault: ${await response.text()}`);
}

/** Runs every cleanup, also after one has failed. */
async function undo(cleanups: readonly Cleanup[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of [...cleanups].reverse()) {
    await cleanup().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.stack : failure));
    throw new AggregateError(failures, `Something did not stop:\n${reasons.join('\n')}`);
  }
}
