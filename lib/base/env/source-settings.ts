import type { Language, Localized } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';

/**
 * Accounts at sources: the variable of each one's URL and those of its credentials, which are secret.
 * The schema, the TLS rule, `NAME_FILE`, what must be set together and the doctor follow from this.
 */
export const ACCOUNTS = {
  renap: { url: 'RENAP_URL', token: 'RENAP_TOKEN' },
  rtu: { url: 'RTU_URL', token: 'RTU_TOKEN' },
  catalogos: { url: 'CATALOGOS_URL', token: 'CATALOGOS_TOKEN' },
  infileNit: { url: 'INFILE_NIT_URL', code: 'INFILE_NIT_CODE', key: 'INFILE_NIT_KEY' },
  infileCui: { url: 'INFILE_CUI_URL', prefix: 'INFILE_CUI_PREFIX', key: 'INFILE_CUI_KEY' },
} as const;

/** Titles of the sources, by their account. */
const SOURCE_TITLES: Readonly<Record<Account, Localized>> = {
  renap: { es: 'RENAP', en: 'RENAP' },
  rtu: { es: 'RTU', en: 'RTU' },
  catalogos: { es: 'Catálogos', en: 'Catalogs' },
  infileNit: { es: 'INFILE (NIT)', en: 'INFILE (NIT)' },
  infileCui: { es: 'INFILE (CUI)', en: 'INFILE (CUI)' },
};

/** The account that each adapter of a lookup uses. The first adapter is the default. */
export const ADAPTERS = {
  renap: { pasarela: 'renap', infile: 'infileCui' },
  rtu: { pasarela: 'rtu', infile: 'infileNit' },
  'cui-nit': { pasarela: 'catalogos', infile: 'infileNit' },
  'rtu-v2': { pasarela: 'catalogos' },
  omisos: { pasarela: 'catalogos' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Account>>>>;

/** Variables that choose the adapter of a lookup that has several. */
export const CHOICES = {
  RENAP_SOURCE: 'renap',
  RTU_SOURCE: 'rtu',
  CUI_NIT_SOURCE: 'cui-nit',
} as const satisfies Readonly<Record<string, keyof typeof ADAPTERS>>;

export type Account = keyof typeof ACCOUNTS;
export type AccountUrl = (typeof ACCOUNTS)[Account]['url'];
export type AccountSecret = {
  [A in Account]: (typeof ACCOUNTS)[A][Exclude<keyof (typeof ACCOUNTS)[A], 'url'>];
}[Account];
export type Adapters = typeof ADAPTERS;
export type Choice = keyof typeof CHOICES;

/** The URL and the credentials of an account, under the names of {@link ACCOUNTS}. */
export type Credentials<A extends Account = Account> = {
  readonly [Part in keyof (typeof ACCOUNTS)[A]]: string;
};
/** The accounts whose settings are complete. */
export type Credited = { readonly [A in Account]?: Credentials<A> };
/** The adapter of a lookup, and the account that it uses. */
export interface ChosenAdapter {
  readonly name: string;
  readonly account: Account;
}
export type Chosen = Readonly<Record<keyof Adapters, ChosenAdapter>>;

type AccountVariable = AccountUrl | AccountSecret;
type Given = Readonly<Partial<Record<AccountVariable | Choice, string | undefined>>>;

export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as Account[];
export const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];
const LOOKUP_NAMES = Object.keys(ADAPTERS) as (keyof Adapters)[];

/** Returns what people call a source; the text itself if it names none. */
export function sourceTitle(source: string, language: Language): string {
  const account = ACCOUNT_NAMES.find((name) => name === source);
  return account === undefined ? source : SOURCE_TITLES[account][language];
}

/** Lists the variables of an account, its URL first. */
export function variablesOf(account: Account): AccountVariable[] {
  return Object.values(ACCOUNTS[account]);
}

export const ACCOUNT_URLS: readonly AccountUrl[] = ACCOUNT_NAMES.map((name) => ACCOUNTS[name].url);
export const ACCOUNT_SECRETS = ACCOUNT_NAMES.flatMap((account) =>
  variablesOf(account).slice(1),
) as AccountSecret[];

/** Reads which adapter each lookup has. */
export function chosenIn(given: Given): Chosen {
  return recordOf(LOOKUP_NAMES, (lookup) => {
    const choice = CHOICE_NAMES.find((name) => CHOICES[name] === lookup);
    const wanted = choice && given[choice];
    const all = Object.entries<Account>(ADAPTERS[lookup]);
    const [name, account] = all.find(([adapter]) => adapter === wanted) ?? all[0] ?? ['', 'rtu'];
    return { name, account };
  });
}

/** Lists the accounts that the chosen adapters use. */
export function accountsIn(chosen: Chosen): Account[] {
  const used = new Set(Object.values(chosen).map(({ account }) => account));
  return ACCOUNT_NAMES.filter((account) => used.has(account));
}

/**
 * Lists the lookups whose chosen adapters use an account. Records do not say which adapter answered,
 * so where they are judged by source, earlier ones count for the present choice; health reads only
 * the last minutes.
 */
export function lookupsAt(account: Account, chosen: Chosen) {
  return LOOKUP_NAMES.filter((lookup) => chosen[lookup].account === account);
}

/** Reads the accounts whose settings are complete. */
export function creditedIn(given: Given): Credited {
  const complete = ACCOUNT_NAMES.filter((name) => variablesOf(name).every((part) => given[part]));
  return recordOf(complete, (name) => {
    const parts = Object.entries<AccountVariable>(ACCOUNTS[name]);
    return Object.fromEntries(
      parts.map(([part, variable]) => [part, withoutSlash(part, given[variable])]),
    );
  }) as Credited;
}

/** Paths are appended to a URL. */
function withoutSlash(part: string, text = ''): string {
  return part === 'url' ? text.replace(/\/+$/, '') : text;
}
