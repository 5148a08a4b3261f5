import { lookup } from '@/cli/arguments';
import { UsageError } from '@/cli/output';
import { clauses } from '@/lib/contract/clauses';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import type { Account } from './ask';
import { lookups } from './lookups';
import { type Credentials, EXTRAS, type Extra, type Limits, type Settings } from './settings';

/** The command's options as they are typed. */
export interface Options {
  readonly baseUrl: URL;
  readonly login: string;
  readonly token: string;
  readonly environment: Settings['environment'];
  readonly lookups?: Lookup[];
  readonly only?: string[];
  readonly include?: Extra[];
  readonly globalLimit: number;
  readonly renapLimit: number;
  readonly rtuLimit: number;
  readonly catalogosLimit: number;
  readonly nit?: string;
  readonly cui?: string;
  readonly spend?: number;
  readonly meteredQueries?: number;
  readonly partialLookups?: Lookup[];
  readonly timeout: number;
  readonly [other: string]: unknown;
}

/** Accounts with options of their own, and who they have to be. */
export const OTHERS = {
  disabled: 'an integration with no lookup enabled',
  poor: 'an integration with the catalogs enabled and no balance',
  suspended: 'a suspended integration',
  partial: 'an integration with some lookups enabled and others not',
  metered:
    'an integration with everything enabled and a balance for a few queries, which are spent',
  spare: 'an integration with everything enabled, to meet the limits instead of the first',
} as const satisfies Partial<Record<Account, string>>;
export type Other = keyof typeof OTHERS;

const MAX_METERED_QUERIES = 12;

/** Options as settings. Throws a {@link UsageError} for what makes no sense together. */
export function settingsOf(options: Options): Settings {
  const { baseUrl, environment, login, token, nit, cui } = options;
  refuseProductionAsSandbox(environment, token);
  const isReal = environment === 'production';
  if (!isReal && (nit !== undefined || cui !== undefined)) {
    throw new UsageError('--nit and --cui are for --environment production');
  }
  return {
    baseUrl,
    environment,
    accounts: { integration: { login, token }, ...othersOf(options) },
    lookups: options.lookups ?? LOOKUPS,
    only: options.only ?? [],
    include: options.include ?? [],
    limits: limitsOf(options),
    taxpayer: { ...(nit === undefined ? {} : { nit }), ...(cui === undefined ? {} : { cui }) },
    spend: options.spend ?? (isReal ? 0 : undefined),
    meteredQueries: meteredQueriesOf(options),
    partialLookups: options.partialLookups ?? [],
    timeoutMs: options.timeout * 1000,
  };
}

/** Sandbox identifiers may be somebody real in production, whose query would be charged. */
function refuseProductionAsSandbox(environment: Settings['environment'], token: string): void {
  if (environment === 'development' && token.startsWith('pas_live_')) {
    throw new UsageError('this token is of production: say --environment production');
  }
}

function othersOf(options: Options): Partial<Record<Other, Credentials>> {
  const given: Partial<Record<Other, Credentials>> = {};
  for (const [account, who] of Object.entries(OTHERS)) {
    const login = options[`${account}Login`];
    const token = options[`${account}Token`];
    if (typeof login === 'string' && typeof token === 'string' && isOther(account)) {
      given[account] = { login, token };
    } else if (login !== undefined || token !== undefined) {
      throw new UsageError(`--${account}-login and --${account}-token go together (${who})`);
    }
  }
  if (given.partial !== undefined && options.partialLookups === undefined) {
    throw new UsageError('--partial-login needs --partial-lookups: what it has enabled');
  }
  return given;
}

function isOther(account: string): account is Other {
  return Object.hasOwn(OTHERS, account);
}

function limitsOf(options: Options): Limits {
  return {
    global: finite(options.globalLimit),
    renap: finite(options.renapLimit),
    rtu: finite(options.rtuLimit),
    catalogos: finite(options.catalogosLimit),
  };
}

function finite(limit: number): number | undefined {
  return Number.isFinite(limit) ? limit : undefined;
}

function meteredQueriesOf({ meteredQueries, meteredLogin }: Options): number {
  if (meteredQueries === undefined) {
    if (meteredLogin === undefined) return 1;
    throw new UsageError('--metered-login needs --metered-queries: how many its balance pays');
  }
  if (meteredQueries <= MAX_METERED_QUERIES) return meteredQueries;
  throw new UsageError(`--metered-queries is at most ${MAX_METERED_QUERIES}`);
}

export function baseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isHttp || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(
      `'${text}' is not a base address, such as https://host or https://host/api`,
    );
  }
  return url;
}

/** `none`, for a deployment without this limit, is infinity: the parser takes `undefined` for text. */
export function limit(text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new UsageError(`'${text}' is not a limit: say a number of requests, or none`);
}

export function lookupNames(list: string, before: readonly Lookup[] = []): Lookup[] {
  return [...before, ...namesIn(list).map(lookup)];
}

export function extras(list: string, before: readonly Extra[] = []): Extra[] {
  const named = namesIn(list).map((name) => {
    const known = EXTRAS.find((extra) => extra === name);
    if (known !== undefined) return known;
    throw new UsageError(`'${name}' is nothing to include: choose from ${EXTRAS.join(', ')}`);
  });
  return [...before, ...named];
}

/** Ids of clauses, or how they begin: `errors`, `errors.catalogos`, `errors.catalogos.404`. */
export function clauseNames(list: string, before: readonly string[] = []): string[] {
  const named = namesIn(list);
  for (const name of named) {
    if ([...clauses.keys()].some((id) => isWithin(id, name))) continue;
    throw new UsageError(`no clause is called '${name}' or begins so: see docs/contract-tests.md`);
  }
  return [...before, ...named];
}

/** `errors.catalogos` takes in `errors.catalogos.404`, and itself. */
export function isWithin(id: string, start: string): boolean {
  return id === start || id.startsWith(`${start}.`);
}

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}

/** Quotas that the contract names, by the option that says otherwise. */
export const DEFAULT_LIMITS = {
  global: 100,
  ...Object.fromEntries(lookups.map(({ policy, quota }) => [policy, quota])),
};
