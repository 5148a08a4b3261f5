import { randomBytes } from 'node:crypto';
import type { Account } from '@/cli/conformance/ask';
import { type Outcome, plan, run } from '@/cli/conformance/run';
import type { Credentials, Limits, Settings } from '@/cli/conformance/settings';
import { connectDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { LOOKUPS } from '@/lib/contract/lookups';
import { setIntegration } from '@/lib/integrations/set';
import { startApp } from './app';
import { act, createTestIntegration, type TestIntegrationOptions } from './integration';
import { type Mutate, type MutatingProxy, startMutatingProxy } from './mutating-proxy';
import { startTestPostgres, type TestPostgres } from './postgres';

/** Our own app behind a proxy, for conformance runs that are to be green, or red for one reason. */
export interface Stage {
  readonly proxy: MutatingProxy;
  /** Everybody a run may be given, made anew, so that counters and balances are fresh. */
  accounts(): Promise<Record<Account, Credentials>>;
  /** One whose balance pays {@link METERED_QUERIES}. */
  metered(): Promise<Credentials>;
  settings(told?: Partial<Settings>): Promise<Settings>;
  /** Plans and runs, with fresh accounts if none are told, and from a fresh address. */
  conform(told?: Partial<Settings>, mutate?: Mutate): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Far above what runs send, so that they may share accounts. */
export const PLENTY = { global: 1_000_000, renap: 100_000, rtu: 100_000, catalogos: 100_000 };
/** Low enough to be met on purpose. */
export const SCARCE = { global: 130, renap: 6, rtu: 7, catalogos: 20 };

export const METERED_QUERIES = 4;
const TARIFF = 5_000n;
/** Short: a run waits for it once. */
const SOURCE_TIMEOUT_MS = '1500';

/** A database with the schema, for any number of stages. */
export async function startStageDatabase(): Promise<TestPostgres> {
  const postgres = await startTestPostgres();
  await migrateDatabase(postgres.url);
  // A database in use is not seeded, so no demonstration credentials are written or printed.
  await createTestIntegration(postgres.url);
  return postgres;
}

/** Starts the app with these limits. It brings its own sandbox. */
export async function startStage(databaseUrl: string, limits: Required<Limits>): Promise<Stage> {
  const app = await startApp('server', {
    DATABASE_URL: databaseUrl,
    SOURCE_TIMEOUT_MS,
    TRUSTED_PROXY_HOPS: '1',
    LIMIT_GLOBAL: String(limits.global),
    LIMIT_RENAP: String(limits.renap),
    LIMIT_RTU: String(limits.rtu),
    LIMIT_CATALOGOS: String(limits.catalogos),
  });
  const proxy = await startMutatingProxy(app.url);
  const accounts = () => makeAccounts(databaseUrl);
  const metered = () => makeMetered(databaseUrl);
  const settings = async (told: Partial<Settings> = {}): Promise<Settings> => ({
    baseUrl: new URL(proxy.url),
    environment: 'development',
    accounts: told.accounts ?? (await accounts()),
    lookups: LOOKUPS,
    only: [],
    include: [],
    limits,
    taxpayer: {},
    spend: undefined,
    meteredQueries: METERED_QUERIES,
    partialLookups: ['renap', 'cui-nit'],
    timeoutMs: 20_000,
    ...told,
  });
  return {
    proxy,
    accounts,
    metered,
    settings,
    conform: async (told, mutate = () => undefined) => {
      const complete = await settings(told);
      proxy.set(mutate, freshAddress());
      return run(await plan(complete), complete, { waiting: refuseToWait, finished: () => {} });
    },
    stop: async () => {
      await proxy.close();
      await app.stop();
    },
  };
}

/** A test that waits for a limit's window has been given the wrong limits. */
function refuseToWait(ms: number, why: string): void {
  throw new Error(`the run would wait ${ms} ms for ${why}`);
}

function freshAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}

type Make = (options?: TestIntegrationOptions) => Promise<Credentials>;

function maker(databaseUrl: string): Make {
  return async (options) => {
    const { nombre, token } = await createTestIntegration(databaseUrl, options);
    return { login: nombre, token };
  };
}

function makeMetered(databaseUrl: string): Promise<Credentials> {
  return maker(databaseUrl)({ tarifa: TARIFF, saldo: TARIFF * BigInt(METERED_QUERIES) });
}

async function makeAccounts(databaseUrl: string): Promise<Record<Account, Credentials>> {
  const make = maker(databaseUrl);
  const suspended = await make();
  await suspend(databaseUrl, suspended.login);
  return {
    integration: await make({ saldo: TARIFF * 100_000n, tarifa: TARIFF }),
    disabled: await make({ flags: [] }),
    poor: await make({ saldo: 0n }),
    suspended,
    metered: await makeMetered(databaseUrl),
    partial: await make({ flags: ['is_renap_enabled', 'is_cui_nit_enabled'] }),
    spare: await make(),
  };
}

async function suspend(databaseUrl: string, nombre: string): Promise<void> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    await act(db, setIntegration, { nombre, switches: { suspended: true } });
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}
