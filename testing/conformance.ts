import { inject } from 'vitest';
import type { Account } from '@/checks/ask';
import { type Outcome, plan, run } from '@/checks/run';
import type { Credentials, Settings } from '@/checks/settings';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { freshAddress } from './address';
import type { AppKind } from './app';
import { CONFORMANCE_VARIABLES, PLENTY } from './app-setup';
import { type Harness, LOOKUPS_ALONE, limitVariables } from './harness';
import { createTestIntegration, type TestIntegrationOptions } from './integration';
import { type Mutate, startMutatingProxy } from './mutating-proxy';
import { sharedHarness } from './shared-parts';

/** The app behind a proxy, for conformance runs that must pass, or fail for one reason. */
export interface TestDeployment {
  readonly proxy: Awaited<ReturnType<typeof startMutatingProxy>>;
  /** Creates every account that a run can be given, with fresh counters and balances. */
  accounts(): Promise<Record<Account, Credentials>>;
  /** Creates an integration with these lookups enabled and no others. */
  enabled(lookups: readonly Lookup[]): Promise<Credentials>;
  /** Creates one whose balance pays {@link METERED_QUERIES}. */
  metered(): Promise<Credentials>;
  settings(changes?: Partial<Settings>): Promise<Settings>;
  /** Plans and runs from a fresh address, with fresh accounts unless some are given. */
  conform(changes?: Partial<Settings>, mutate?: Mutate): Promise<Outcome>;
}

/** Low enough to be met on purpose. */
export const SCARCE = { global: 130, renap: 6, rtu: 7, catalogos: 20 };

export const METERED_QUERIES = 4;
const PARTIAL: readonly Lookup[] = ['renap', 'cui-nit'];
const TARIFF = 5_000n;

/** A harness for any number of deployments. */
export function startConformanceHarness(): Promise<Harness> {
  return sharedHarness(CONFORMANCE_VARIABLES);
}

/** Puts the app that all app tests share, or what stands at this address before it, behind a proxy. */
export function sharedDeployment(
  harness: Harness,
  url: string = inject('appUrl'),
): Promise<TestDeployment> {
  return deploymentOf(harness, url, PLENTY);
}

/** Starts the app with these limits, behind a proxy. Both stop with the harness. */
export async function startDeployment(
  harness: Harness,
  limits: typeof PLENTY,
  kind: AppKind,
): Promise<TestDeployment> {
  const serves = kind === 'server' ? LOOKUPS_ALONE : {};
  const { url } = await harness.startApp({ ...limitVariables(limits), ...serves }, kind);
  return deploymentOf(harness, url, limits);
}

async function deploymentOf(
  harness: Harness,
  url: string,
  limits: typeof PLENTY,
): Promise<TestDeployment> {
  const proxy = await startMutatingProxy(url);
  harness.onStop(proxy.close);
  const created = accountsIn(harness.databaseUrl);
  const settings = async (changes: Partial<Settings> = {}): Promise<Settings> => ({
    baseUrl: new URL(proxy.url),
    environment: 'development',
    accounts: changes.accounts ?? (await created.accounts()),
    lookups: LOOKUPS,
    only: [],
    include: [],
    limits,
    taxpayer: {},
    spend: undefined,
    meteredQueries: METERED_QUERIES,
    partialLookups: PARTIAL,
    timeoutMs: 20_000,
    ...changes,
  });
  return {
    ...created,
    proxy,
    settings,
    conform: async (changes, mutate = () => undefined) => {
      const complete = await settings(changes);
      proxy.set(mutate, freshAddress());
      return run(await plan(complete), complete, { waiting: refuseToWait, finished: () => {} });
    },
  };
}

function accountsIn(databaseUrl: string): Pick<TestDeployment, 'accounts' | 'enabled' | 'metered'> {
  const make = async (options?: TestIntegrationOptions): Promise<Credentials> => {
    const { nombre, token } = await createTestIntegration(databaseUrl, options);
    return { login: nombre, token };
  };
  const metered = () => make({ tarifa: TARIFF, saldo: TARIFF * BigInt(METERED_QUERIES) });
  const enabled = (lookups: readonly Lookup[]) =>
    make({ flags: lookups.map((lookup) => lookupFacts[lookup].flag) });
  const accounts = async () => ({
    integration: await make({ saldo: TARIFF * 100_000n, tarifa: TARIFF }),
    disabled: await make({ flags: [] }),
    poor: await make({ saldo: 0n }),
    suspended: await make({ switches: { suspended: true } }),
    metered: await metered(),
    partial: await enabled(PARTIAL),
    spare: await make(),
  });
  return { accounts, enabled, metered };
}

/** A test that waits for a limit's window has been given the wrong limits. */
function refuseToWait(ms: number, why: string): void {
  throw new Error(`the run would wait ${ms} ms for ${why}`);
}
