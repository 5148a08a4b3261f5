import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { schema } from './env-schema';
import { secretFileProblems } from './secret-files';
import {
  ACCOUNT_NAMES,
  type Account,
  accountsIn,
  chosenIn,
  creditedIn,
  variablesOf,
} from './source-settings';
import { unsafeSettings } from './unsafe-settings';

/**
 * Parses the environment and reports every problem at once. What development may leave out
 * (database, sources, session secret) is optional here; the server fills it in before the handlers
 * read it.
 */

export const SOURCE_VARIABLES: readonly string[] = ACCOUNT_NAMES.flatMap(variablesOf);

const PAGES_VARIABLES = ['NEXTAUTH_SECRET', 'NEXTAUTH_URL', 'SECOND_FACTOR_KEY'] as const;

/** Lists the variables that production requires of a machine. */
function requiredInProduction(given: Variables): readonly string[] {
  const { PASARELA_SERVES, PROOF_KEY } = given;
  const accounts = PASARELA_SERVES === 'pages' ? [] : accountsIn(chosenIn(given));
  return [
    ...(PROOF_KEY ? ['NEXTAUTH_URL'] : []),
    'DATABASE_URL',
    ...accounts.flatMap(variablesOf),
    ...(PASARELA_SERVES === 'lookups' ? [] : PAGES_VARIABLES),
    'IDENTIFIERS_KEY',
    'SUPPORT_CONTACT',
    'TRUSTED_PROXY_HOPS',
  ];
}

/** Variables that must be set together. */
const GROUPS: readonly (readonly string[])[] = [
  ...ACCOUNT_NAMES.map(variablesOf),
  ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
];

export type Deployment = 'development' | 'production';

export type Settings = Readonly<ReturnType<typeof settingsOf>>;

/** The contact that pages and e-mail show: an e-mail address, a telephone number and hours. */
export type SupportContact = Settings['support'];

/** How long personal data is kept. */
export type Retention = Settings['retention'];

/** Settings of a process that serves pages. */
export interface PagesEnv extends Settings {
  readonly databaseUrl: string;
}

/** Settings of the gateway, with the accounts of all chosen adapters. */
export type Env = PagesEnv;

/** Lists everything that is wrong with the environment. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The environment is wrong:', ...problems.map((line) => `  - ${line}`)].join('\n'));
    this.name = 'EnvError';
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings. An empty variable counts as absent. Throws {@link EnvError}. */
export function readSettings(variables: Variables): Settings {
  const nonEmpty = withoutEmpty(variables);
  const parsed = schema.safeParse(nonEmpty);
  const problems = [
    ...complaintsOf(parsed.error),
    ...secretFileProblems(nonEmpty),
    ...missingOf(nonEmpty),
    ...unsafeIn(nonEmpty),
    ...lookalikesIn(nonEmpty),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return settingsOf(parsed.data);
}

const databaseSchema = schema.pick({
  APP_ENV: true,
  DATABASE_URL: true,
  MIGRATION_DATABASE_URL: true,
  ALLOW_INSECURE: true,
  IDENTIFIERS_KEY: true,
  SECOND_FACTOR_KEY: true,
  NEXTAUTH_URL: true,
  PORT: true,
  PROOF_KEY: true,
});

export type DeploymentSettings = Pick<
  Settings,
  | 'deployment'
  | 'databaseUrl'
  | 'migrationDatabaseUrl'
  | 'identifierSecrets'
  | 'secondFactorSecrets'
  | 'proofSecrets'
  | 'publicUrl'
  | 'port'
>;

/**
 * Reads the settings of the command line, whose machine need not hold any other secret. Throws
 * {@link EnvError}.
 */
export function readDeployment(variables: Variables): DeploymentSettings {
  const nonEmpty = withoutEmpty(variables);
  const parsed = databaseSchema.safeParse(nonEmpty);
  const { APP_ENV, DATABASE_URL, MIGRATION_DATABASE_URL, ALLOW_INSECURE } = nonEmpty;
  const missing =
    APP_ENV === 'production' && !DATABASE_URL
      ? ['DATABASE_URL is missing']
      : deploymentMissing(nonEmpty);
  const connections = { APP_ENV, DATABASE_URL, MIGRATION_DATABASE_URL, ALLOW_INSECURE };
  const problems = [
    ...complaintsOf(parsed.error),
    ...secretFileProblems(nonEmpty, Object.keys(databaseSchema.shape)),
    ...missing,
    ...unsafeIn(connections),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  return {
    deployment: parsed.data.APP_ENV,
    databaseUrl: parsed.data.DATABASE_URL,
    migrationDatabaseUrl: parsed.data.MIGRATION_DATABASE_URL,
    identifierSecrets: parsed.data.IDENTIFIERS_KEY ?? [],
    secondFactorSecrets: parsed.data.SECOND_FACTOR_KEY ?? [],
    proofSecrets: parsed.data.PROOF_KEY ?? [],
    publicUrl: parsed.data.NEXTAUTH_URL,
    port: parsed.data.PORT,
  };
}

type Parsed = z.infer<typeof schema>;

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function complaintsOf(error: z.ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

/** Reads the settings of the gateway. Throws {@link EnvError}. */
export function readEnv(variables: Variables): Env {
  const settings = readSettings(variables);
  const { databaseUrl, identifierSecrets } = settings;
  const lacked = accountsLacked(settings);
  if (databaseUrl && lacked.length === 0 && identifierSecrets.length > 0) {
    return { ...settings, databaseUrl };
  }
  throw incomplete(settings, lacked.flatMap(variablesOf), variables);
}

/** Lists the accounts at sources that lookups need and the environment lacks. */
export function accountsLacked({ adapters, sources }: Settings): Account[] {
  return accountsIn(adapters).filter((account) => sources[account] === undefined);
}

/** Reads the settings of a process that serves pages only. Throws {@link EnvError}. */
export function readPagesEnv(variables: Variables): PagesEnv {
  const settings = readSettings(variables);
  const { databaseUrl, identifierSecrets } = settings;
  if (databaseUrl && identifierSecrets.length > 0) return { ...settings, databaseUrl };
  throw incomplete(settings, [], variables);
}

/** Lists the missing settings that `npm start` would provide in development. */
function incomplete(
  { identifierSecrets }: Settings,
  sources: readonly string[],
  variables: Variables,
): EnvError {
  const names = [
    ...['DATABASE_URL', ...sources].filter((name) => !variables[name]),
    ...(identifierSecrets.length > 0 ? [] : ['IDENTIFIERS_KEY']),
  ];
  return new EnvError(
    names.map((name) => `${name} is missing (npm start provides it in development)`),
  );
}

const NAMES = Object.keys(schema.shape);
/** Shorter names, such as `OPS_PORT`, are near to those of other programs. */
const LONG_NAMES = NAMES.filter((name) => name.length >= 9);
const MAX_TYPOS = 2;

/** Names variables that are nearly ones of ours, which would be ignored in silence. */
function lookalikesIn(given: Variables): string[] {
  return Object.keys(given).flatMap((name) => {
    const plain = name.replace(/_FILE$/, '');
    if (NAMES.includes(plain)) return [];
    const meant = closest(plain, LONG_NAMES);
    const isNear = plain[0] === meant[0] && distance(plain, meant) <= MAX_TYPOS;
    return isNear ? [`${name} is no setting: write ${meant}, or remove it`] : [];
  });
}

function unsafeIn(given: Variables): string[] {
  return given.APP_ENV === 'production' ? unsafeSettings(given) : [];
}

/** Requires APP_ENV beside a DATABASE_URL, so that production is not taken for development. */
function deploymentMissing({ APP_ENV, DATABASE_URL }: Variables): string[] {
  if (APP_ENV || !DATABASE_URL) return [];
  return ['APP_ENV is missing: development or production, required with DATABASE_URL'];
}

function missingOf(given: Variables): string[] {
  const production = given.APP_ENV === 'production';
  const required = production ? requiredInProduction(given).filter((name) => !given[name]) : [];
  const halves = GROUPS.filter((group) => group.some((name) => given[name])).flatMap((group) =>
    group.filter((name) => !given[name]),
  );
  const missing = [...new Set<string>([...required, ...halves])];
  const why = (name: string) =>
    name === 'NEXTAUTH_URL' && given.PROOF_KEY ? ': proofs (PROOF_KEY) name it' : '';
  return [...missing.map((name) => `${name} is missing${why(name)}`), ...deploymentMissing(given)];
}

/** Returns the address that RFC 2142 reserves for reports. */
function securityAddress(consoleUrl = 'http://localhost'): string {
  return `mailto:security@${new URL(consoleUrl).hostname}`;
}

/** Longer than a load balancer takes to notice a failing health check. */
const PRODUCTION_DRAIN_DELAY_MS = 10_000;

function settingsOf(parsed: Parsed) {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = parsed;
  const production = parsed.APP_ENV === 'production';
  const support = parsed.SUPPORT_CONTACT;
  const { UPSTASH_REDIS_REST_URL: upstashUrl, UPSTASH_REDIS_REST_TOKEN: upstashToken } = parsed;
  return {
    deployment: parsed.APP_ENV,
    databaseUrl: parsed.DATABASE_URL,
    /** A standby for reports and exports. */
    replicaUrl: parsed.DATABASE_REPLICA_URL,
    /** Owner of the tables; the app itself runs without its rights. */
    migrationDatabaseUrl: parsed.MIGRATION_DATABASE_URL,
    allowsOwner: parsed.ALLOW_INSECURE?.split(',').includes('owner') ?? false,
    /** The adapter that asks for each lookup. */
    adapters: chosenIn(parsed),
    /** The accounts at sources whose settings are complete. */
    sources: creditedIn(parsed),
    upstash:
      upstashUrl && upstashToken
        ? { url: upstashUrl.replace(/\/+$/, ''), token: upstashToken }
        : undefined,
    redisUrl: parsed.REDIS_URL,
    limits: {
      global: parsed.LIMIT_GLOBAL,
      renap: parsed.LIMIT_RENAP,
      rtu: parsed.LIMIT_RTU,
      catalogos: parsed.LIMIT_CATALOGOS,
    },
    /** Requests per address and minute that are not lookups. */
    pagesPerMinute: parsed.LIMIT_PAGES,
    /** Queries whose identifiers one user may see in a day. */
    revealsPerDay: parsed.REVEALS_PER_DAY,
    /** The parts of the service that this machine runs. */
    serves: parsed.PASARELA_SERVES,
    /** Whether a catalog's 200 without content is charged. */
    chargeEmptyAnswers: parsed.CHARGE_EMPTY_ANSWERS,
    sourceTimeoutMs: parsed.SOURCE_TIMEOUT_MS,
    /** Queries that one lookup may have in flight at the same time. */
    sourceMaxInFlight: parsed.SOURCE_MAX_IN_FLIGHT,
    trustedProxyHops: parsed.TRUSTED_PROXY_HOPS,
    /** Networks of the reverse proxies; loopback and private networks when empty. */
    trustedProxies: parsed.TRUSTED_PROXIES,
    /** Networks that are exempt from the limit per address. */
    trustedNetworks: parsed.TRUSTED_NETWORKS,
    port: parsed.PORT,
    /** The identity provider of users other than administrators, if there is one. */
    oidc: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    /** Who issues account statements. */
    issuer: { name: parsed.ISSUER_NAME ?? 'Pasarela', taxNumber: parsed.ISSUER_TAX_NUMBER },
    /** The server that sends notices by e-mail, if there is one. */
    mail:
      parsed.SMTP_URL && parsed.MAIL_FROM
        ? { url: parsed.SMTP_URL, from: parsed.MAIL_FROM, support }
        : undefined,
    /** In development, where the console reads what was sent. */
    noticeCatcherUrl: production ? undefined : parsed.NOTICE_CATCHER_URL,
    /** Where webhooks may go, besides public addresses. */
    outbound: { networks: parsed.NOTICE_NETWORKS, allowsLoopback: !production },
    support,
    /** Where to report a vulnerability. */
    securityContact: parsed.SECURITY_CONTACT ?? securityAddress(parsed.NEXTAUTH_URL),
    identifierSecrets: parsed.IDENTIFIERS_KEY ?? [],
    secondFactorSecrets: parsed.SECOND_FACTOR_KEY ?? [],
    /** Secrets that sign proofs, if any: the first signs. */
    proofSecrets: parsed.PROOF_KEY ?? [],
    /** Address of the deployment, which its proofs name. */
    publicUrl: parsed.NEXTAUTH_URL,
    retention: {
      /** Days after which a record loses its identifiers. */
      identifiersDays: parsed.IDENTIFIERS_KEPT_DAYS,
      /** Months before the present one whose records are kept. */
      recordsMonths: parsed.RECORDS_KEPT_MONTHS,
    },
    host: parsed.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Logs one in so many successful lookups. */
    logOneIn: parsed.LOG_ONE_IN,
    /** Where probes are answered, if anywhere. */
    ops:
      parsed.OPS_PORT === undefined ? undefined : { port: parsed.OPS_PORT, host: parsed.OPS_HOST },
    /** Time between the signal to stop and the closing of the port. */
    drainDelayMs: parsed.DRAIN_DELAY_MS ?? (production ? PRODUCTION_DRAIN_DELAY_MS : 0),
  };
}
