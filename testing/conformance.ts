import { randomBytes } from 'node:crypto';
import type { Account } from '@/cli/conformance/ask';
import { type Outcome, plan, run } from '@/cli/conformance/run';
import type { Credentials, Settings } from '@/cli/conformance/settings';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { AppKind } from './app';
import { type Harness, limitVariables, startHarness } from './harness';
import { createTestIntegration, type TestIntegrationOptions } from './integration';
import { type Mutate, type MutatingProxy, startMutatingProxy } from './mutating-proxy';

/** Our own app behind a proxy, for conformance runs that are to be green, or red for one reason. */
export interface Stage {
  readonly proxy: MutatingProxy;
  /** Everybody a run may be given, made anew, so that counters and balances are fresh. */
  accounts(): Promise<Record<Account, Credentials>>;
  /** An integration with these lookups enabled and no others. */
  enabled(lookups: readonly Lookup[]): Promise<Credentials>;
  /** One whose balance pays {@link METERED_QUERIES}. */
  metered(): Promise<Credentials>;
  settings(told?: Partial<Settings>): Promise<Settings>;
  /** Plans and runs, with fresh accounts if none are told, and from a fresh address. */
  conform(told?: Partial<Settings>, mutate?: Mutate): Promise<Outcome>;
}

/** Above what runs send, so that they may share accounts; a plan grows with the limits it could meet. */
export const PLENTY = { global: 50_000, renap: 10_000, rtu: 10_000, catalogos: 10_000 };
/** Low enough to be met on purpose. */
export const SCARCE = { global: 130, renap: 6, rtu: 7, catalogos: 20 };

export const METERED_QUERIES = 4;
const TARIFF = 5_000n;
/** Short: a run waits for it once. */
const SOURCE_TIMEOUT_MS = '1500';

/** A harness for any number of stages. */
export function startStageHarness(): Promise<Harness> {
  return startHarness({ SOURCE_TIMEOUT_MS, TRUSTED_PROXY_HOPS: '1' });
}

/** Starts the app with these limits, behind a proxy. Both stop with the harness. */
export async function startStage(
  harness: Harness,
  limits: typeof PLENTY,
  kind: AppKind = 'server',
): Promise<Stage> {
  const { databaseUrl } = harness;
  const { url } = await harness.startApp(limitVariables(limits), kind);
  const proxy = await startMutatingProxy(url);
  harness.onStop(proxy.close);
  const accounts = () => makeAccounts(databaseUrl);
  const metered = () => makeMetered(databaseUrl);
  const enabled = (lookups: readonly Lookup[]) =>
    maker(databaseUrl)({ flags: lookups.map((lookup) => lookupFacts[lookup].flag) });
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
    enabled,
    settings,
    conform: async (told, mutate = () => undefined) => {
      const complete = await settings(told);
      proxy.set(mutate, freshAddress());
      return run(await plan(complete), complete, { waiting: refuseToWait, finished: () => {} });
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
  return {
    integration: await make({ saldo: TARIFF * 100_000n, tarifa: TARIFF }),
    disabled: await make({ flags: [] }),
    poor: await make({ saldo: 0n }),
    suspended: await make({ switches: { suspended: true } }),
    metered: await makeMetered(databaseUrl),
    partial: await make({ flags: ['is_renap_enabled', 'is_cui_nit_enabled'] }),
    spare: await make(),
  };
}
