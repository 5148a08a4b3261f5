import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { guardTransactions } from './lost-transactions';
import * as schema from './schema/index';

const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * A server that is there has answered a statement of the hot path by then, if only with a refusal.
 */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
const LOCK_TIMEOUT_MS = 1_000;
/**
 * On the hot path an account is locked for the length of a commit; whoever waits more goes on
 * without.
 */
const HOT_LOCK_TIMEOUT_MS = 100;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_S = 5;
const MAX_RECONNECT_PAUSE_S = 0.25;

/**
 * The arrays that statements take as parameters, by their numbers in every PostgreSQL. The library
 * would ask each new connection for them, and when that is cut off meanwhile nobody catches it: an
 * unhandled rejection, which ends a Node process.
 */
const arrays = {
  int2s: arrayType(1005),
  int4s: arrayType(1007),
  texts: arrayType(1009),
  uuids: arrayType(2951),
};

function arrayType(to: number) {
  return { to, from: [], serialize: arrayLiteral, parse: (text: string) => text };
}

/** Text is a literal already. */
function arrayLiteral(values: string | readonly (string | number | null)[]): string {
  if (typeof values === 'string') return values;
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}

/** `int8` is money here, so it arrives as `bigint`; sums of `bigint` arrive as `numeric` text. */
const types = { bigint: postgres.BigInt, ...arrays };

/** The hot path's client: tagged templates, prepared statements, `int8` as `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;

/** The client of everything that is not the hot path: drizzle, with the whole schema. */
export type Database = PostgresJsDatabase<typeof schema> & { readonly $client: postgres.Sql };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface ClientOptions {
  readonly max?: number;
  /** Migrations and checks over everything may take longer than a query of the hot path. */
  readonly statementTimeoutMs?: number;
  /** How the server names our sessions in its activity and its log. */
  readonly applicationName?: string;
}

function connectionOptions(options: ClientOptions) {
  return {
    max: options.max ?? 8,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: 60,
    backoff: reconnectPauseS,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'pasarela',
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  };
}

/**
 * Pause before a connection is tried again. The library's own grows to 20 s within a few failures,
 * which under load is the first second of an outage: queries would outwait a server long back.
 */
function reconnectPauseS(failures: number): number {
  return Math.min(0.01 * 2 ** failures, MAX_RECONNECT_PAUSE_S) * (0.5 + Math.random() / 2);
}

/**
 * The hot path's few statements find rows by key and take less time than planning them does. So
 * each is planned once per connection, and never with a scan that only suits the tables of today.
 */
const PLANNING = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

export function connectSql(url: string, options: ClientOptions = {}): Sql {
  const { connection, ...rest } = connectionOptions(options);
  return postgres(url, {
    ...rest,
    types,
    connection: { ...connection, ...PLANNING, lock_timeout: HOT_LOCK_TIMEOUT_MS },
  });
}

export function connectDatabase(url: string, options: ClientOptions = {}): Database {
  const client = postgres(url, { ...connectionOptions(options), types: arrays });
  guardTransactions(client);
  return drizzle(client, { schema });
}

/**
 * True for an error that the server itself reported: the statement had no effect. Anything else (a
 * connection that broke, a deadline) leaves open whether it took effect.
 */
export function isRefusedStatement(error: unknown): boolean {
  if (!(error instanceof postgres.PostgresError)) return false;
  // FATAL and PANIC end the session or the server, perhaps after the commit was written.
  if (error.severity !== 'ERROR') return false;
  // Class 57 includes a server going down, class 08 a connection lost: the commit may have happened.
  return !error.code.startsWith('57P') && !error.code.startsWith('08');
}

/** True when a statement had no effect because somebody else kept a row locked. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}
