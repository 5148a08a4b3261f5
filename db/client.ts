import { readFileSync } from 'node:fs';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { urlsOfHosts } from '@/lib/base/env/database-url';
import { watchCertificate } from '@/lib/base/telemetry/certificates';
import { DeadlineError, within } from '@/lib/base/time/deadline';
import { DatabaseError, isDatabaseError, safeClient } from './errors';
import { guardTransactions } from './lost-transactions';
import { Primary } from './primary';
import * as schema from './schema/index';

/** Connections that a client opens unless it says otherwise. */
export const POOL_SIZE = 8;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A running server answers a statement of the hot path, or fails it, within this time. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const LOCK_TIMEOUT_MS = 1_000;
/**
 * On the hot path an account is locked only until a commit. Statements that wait longer go on
 * without it.
 */
const HOT_LOCK_TIMEOUT_MS = 100;
/**
 * Longest wait for a lock that blocks the hot path meanwhile, such as that of a migration. Shorter
 * than the hot path's own, so that no query fails because of it.
 */
export const BLOCKING_LOCK_TIMEOUT_MS = 80;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_S = 5;
const SESSION_TIMEOUT_MS = 10_000;
const MAX_RECONNECT_PAUSE_S = 0.25;
/** A connection is replaced after this time, so that a changed address or certificate applies. */
const MAX_LIFETIME_S = 30 * 60;

/**
 * Array types of parameters, by their OIDs, which are fixed in PostgreSQL. Otherwise the library
 * asks each new connection for them; if that connection breaks meanwhile, the unhandled rejection
 * ends the process.
 */
const arrays = {
  int2s: arrayType(1005),
  int4s: arrayType(1007),
  texts: arrayType(1009),
  uuids: arrayType(2951),
  ...Object.fromEntries(
    Object.entries({
      bool: 1000,
      bytea: 1001,
      int8: 1016,
      float4: 1021,
      float8: 1022,
      timestamp: 1115,
      date: 1182,
      timestamptz: 1185,
      interval: 1187,
      numeric: 1231,
      jsonb: 3807,
    }).map(([name, to]) => [`${name}s`, unknownArrayType(name, to)]),
  ),
};

function arrayType(to: number) {
  return { to, from: [], serialize: arrayLiteral, parse: (text: string) => text };
}

/** Refuses arrays of a type, which would be written wrongly. The text of one is sent as it is. */
function unknownArrayType(name: string, to: number) {
  const serialize = (values: unknown) => {
    if (typeof values === 'string') return values;
    const advice = 'add it to `arrays` in db/client.ts, or send text and cast it';
    // Nothing was sent, so the statement counts as refused.
    throw new DatabaseError('array_type', 'ERROR', undefined, `Unknown ${name}[]: ${advice}.`);
  };
  return { ...arrayType(to), serialize };
}

/** Writes an array literal, unless the value is the text of one. */
function arrayLiteral(values: string | readonly (string | number | null)[]): string {
  if (typeof values === 'string') return values;
  let items = '';
  for (const value of values) items += `,${elementOf(value)}`;
  return `{${items.slice(1)}}`;
}

function elementOf(value: string | number | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return `"${SPECIAL.test(value) ? value.replace(/[\\"]/g, '\\$&') : value}"`;
}

const SPECIAL = /[\\"]/;

/** Reads `int8`, which is money, as `bigint`. Sums of `bigint` are `numeric` and arrive as text. */
const types = { bigint: postgres.BigInt, ...arrays };

/** The hot path's client: tagged templates, prepared statements, `int8` as `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;

/** The client of everything outside the hot path: drizzle, with the whole schema. */
export type Database = PostgresJsDatabase<typeof schema> & { readonly $client: postgres.Sql };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface ClientOptions {
  readonly max?: number;
  /** Migrations and checks of the whole database need more time than a query of the hot path. */
  readonly statementTimeoutMs?: number;
  /** Whether a statement may use more than one core of the server; it may unless this says otherwise. */
  readonly parallel?: boolean;
  /** Name of our sessions in the server's activity view and log. */
  readonly applicationName?: string;
}

function connectionOptions(options: ClientOptions) {
  return {
    max_lifetime: MAX_LIFETIME_S * (0.5 + Math.random() / 2),
    max: options.max ?? POOL_SIZE,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: 60,
    backoff: reconnectPauseS,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'pasarela',
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      // Compiling takes longer than it saves, even on the slices of a verification.
      jit: 'off',
      ...(options.parallel === false && { max_parallel_workers_per_gather: 0 }),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  };
}

/** Returns the pause before a new connection. The library's own pause soon grows to 20 s. */
function reconnectPauseS(failures: number): number {
  return Math.min(0.01 * 2 ** failures, MAX_RECONNECT_PAUSE_S) * (0.5 + Math.random() / 2);
}

/**
 * Planning the hot path's few statements takes longer than running them. So each is planned once
 * per connection, without a sequential scan, which would suit only small tables.
 */
const PLANNING = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

export function connectSql(url: string, options: ClientOptions = {}): Sql {
  const { connection, ...rest } = connectionOptions(options);
  const address = addressOf(url);
  return safeClient(
    postgres(address.href, {
      ...rest,
      ...address.options,
      types,
      connection: { ...connection, ...PLANNING, lock_timeout: HOT_LOCK_TIMEOUT_MS },
    }),
  );
}

export function connectDatabase(url: string, options: ClientOptions = {}): Database {
  const address = addressOf(url);
  const all = { ...connectionOptions(options), ...address.options, types: arrays };
  const client = safeClient(postgres(address.href, all));
  guardTransactions(client);
  return drizzle(client, { schema });
}

/** Reads an address that may name several hosts and a file of authorities (`sslrootcert`). */
function addressOf(text: string) {
  const urls = urlsOfHosts(text);
  const [url] = urls;
  if (url === undefined) throw new TypeError('The database address is not a postgres:// URL.');
  const ssl = tlsOptions(url);
  for (const one of urls) for (const name of OWN_PARAMETERS) one.searchParams.delete(name);
  return { href: url.href, options: { ssl, ...(urls.length > 1 && primaryOf(urls, ssl)) } };
}

/** Parameters of an address that are read here. The library would send them to the server. */
const OWN_PARAMETERS = ['sslmode', 'sslrootcert', 'target_session_attrs'];

/** Returns options that lead every new connection to the present primary. */
function primaryOf(urls: readonly URL[], ssl: TlsOptions) {
  const isPrimary = async ({ href }: URL) => {
    const probe = postgres(href, { ssl, max: 1, connect_timeout: 2 });
    try {
      const [row] = await probe<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`;
      return row?.standby === false;
    } finally {
      await probe.end({ timeout: 0 });
    }
  };
  const primary = new Primary(urls, isPrimary);
  return {
    socket: () => primary.connect(),
    target_session_attrs: 'primary' as const,
    onparameter: (name: string, value: string) => {
      if (name === 'in_hot_standby' && value === 'on') primary.forget();
    },
  };
}

type TlsOptions =
  | false
  | 'require'
  | { ca?: string; host?: string; checkServerIdentity: ReturnType<typeof watchCertificate> };

/** Reads `sslmode` and `sslrootcert` as libpq does. A mode that makes TLS optional requires it. */
function tlsOptions({ hostname, searchParams }: URL): TlsOptions {
  const mode = searchParams.get('sslmode') ?? 'disable';
  const file = searchParams.get('sslrootcert') ?? 'system';
  if (mode === 'disable') return false;
  const isVerified = mode === 'verify-full' || mode === 'verify-ca';
  if (!isVerified && file === 'system') return 'require';
  return {
    host: hostname,
    ...(file === 'system' ? {} : { ca: readFileSync(/* turbopackIgnore: true */ file, 'utf8') }),
    checkServerIdentity: watchCertificate(
      'database',
      mode === 'verify-full' ? undefined : () => undefined,
    ),
  };
}

/**
 * Runs administrative statements on a connection of its own, without time limits. Throws when the
 * server accepts connections but no session begins: the library would connect again for ever.
 */
export async function withConnection<T>(
  url: string,
  run: (client: postgres.Sql) => Promise<T>,
): Promise<T> {
  const address = addressOf(url);
  const client = postgres(address.href, {
    ...address.options,
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    connect_timeout: CONNECT_TIMEOUT_S,
  });
  try {
    await within(performance.now() + SESSION_TIMEOUT_MS, client`SELECT`).catch((error) => {
      throw error instanceof DeadlineError ? new Error('PostgreSQL begins no session') : error;
    });
    return await run(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** True for an error that the server reported: the statement surely had no effect. */
export function isRefusedStatement(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  // FATAL and PANIC end the session or the server, perhaps after the commit was written.
  if (error.severity !== 'ERROR') return false;
  // Class 57 includes a server going down, class 08 a connection lost: the commit may have happened.
  return !error.code.startsWith('57P') && !error.code.startsWith('08');
}

/** True when a statement was cancelled, as one is that runs longer than its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/** True when a statement failed because another transaction kept a row locked. */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '55P03';
}
