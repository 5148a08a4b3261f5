import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { urlsOfHosts } from '@/lib/base/env/database-url';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { BLOCKING_LOCK_TIMEOUT_MS, withConnection } from './client';
import { LOCKS } from './locks';
import {
  appliedMigrations,
  EACH_ROW,
  type Migration,
  readMigrations,
  SUPPORTED_SINCE,
} from './migrations';
import { ensurePartitions } from './partitions';
import { grantRights } from './roles';

export interface MigrateOptions {
  /** Address of the role that gets the rights of the app. */
  readonly databaseUrl?: string;
  /** Cancels the statement under way and undoes its migration. Earlier ones stay. */
  readonly signal?: AbortSignal;
  /** Reports progress, one line at a time. */
  readonly report?: (line: string) => void;
  /** Time in which a lock must be obtained. */
  readonly patienceMs?: number;
  readonly folder?: string;
}

interface Run extends Required<Pick<MigrateOptions, 'signal' | 'report' | 'patienceMs'>> {
  readonly client: postgres.Sql;
}

const PATIENCE_MS = 10 * MINUTE_MS;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5 * SECOND_MS;
const REPORT_EVERY_MS = 10 * SECOND_MS;
/** Lock timeout and deadlock: the migration had no effect. */
const REPEATABLE = ['55P03', '40P01'];

/**
 * Brings the schema up to date as its owner, and gives the role of the app its rights. Instances
 * take turns by an advisory lock. A migration waits for a lock only as long as the hot path can
 * bear, and tries again later. Returns the names of the applied migrations.
 */
export async function migrateDatabase(
  ownerUrl: string,
  { databaseUrl = ownerUrl, folder, ...options }: MigrateOptions = {},
): Promise<string[]> {
  return withConnection(ownerUrl, async (client) => {
    const { signal = new AbortController().signal, report = () => {} } = options;
    const run = { client, signal, report, patienceMs: options.patienceMs ?? PATIENCE_MS };
    await retrying(run, 'the migration of another process', () => takeTurn(client));
    await createJournal(client);
    const applied = await appliedMigrations(client);
    const migrations = readMigrations(folder);
    await markSupported(client, migrations);
    const pending = migrations.filter(({ when }) => !applied.has(when));
    for (const migration of pending) {
      await retrying(run, migration.name, () => apply(run, migration));
      report(`${migration.name} applied`);
    }
    await limitLockWaits(client);
    await retrying(run, 'the partitions of query_records', () => ensurePartitions(client));
    const [owner, role] = [ownerUrl, databaseUrl].map(roleOf);
    if (role && role !== owner) {
      await retrying(run, 'the rights of the app', () => grantRights(client, role));
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * Polls, because a session that waits in `pg_advisory_lock` keeps a snapshot, for which the other
 * one's `CREATE INDEX CONCURRENTLY` would wait for ever.
 */
async function takeTurn(client: postgres.Sql): Promise<void> {
  const [turn] = await client<{ mine: boolean }[]>`
    SELECT pg_try_advisory_lock(${LOCKS.migrate}) AS mine`;
  if (!turn?.mine) throw new LockNotAvailable('Another process is migrating.');
}

class LockNotAvailable extends Error {}

async function createJournal(client: postgres.Sql): Promise<void> {
  await client`CREATE SCHEMA IF NOT EXISTS drizzle`;
  await client`
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
}

/**
 * Notes which builds the migrations that follow support, so that an instance of theirs which dies
 * meanwhile can start again. Going back by a release does not lower the mark.
 */
async function markSupported(client: postgres.Sql, migrations: readonly Migration[]) {
  const since = migrations.find(({ name }) => name === SUPPORTED_SINCE)?.when ?? 0;
  await client`CREATE TABLE IF NOT EXISTS drizzle.supported_builds (since bigint NOT NULL)`;
  await client`
    INSERT INTO drizzle.supported_builds SELECT ${since}
    WHERE NOT EXISTS (SELECT FROM drizzle.supported_builds WHERE since >= ${since})`;
}

/**
 * Applies a migration. Without a transaction its statements block nobody and may wait for any lock;
 * they must be repeatable, because a failure leaves the earlier ones done.
 */
async function apply(run: Run, migration: Migration): Promise<void> {
  const { client } = run;
  if (migration.inTransaction) {
    await limitLockWaits(client);
    await client.begin((tx) => execute(run, tx, migration));
  } else {
    await client`SET lock_timeout = 0`;
    await execute(run, client, migration);
  }
}

async function limitLockWaits(client: postgres.Sql): Promise<void> {
  await client`SELECT set_config('lock_timeout', ${`${BLOCKING_LOCK_TIMEOUT_MS}ms`}, false)`;
}

async function execute(
  { signal }: Run,
  client: postgres.ISql,
  { statements, hash, when }: Migration,
): Promise<void> {
  const run = async (statement: string) => {
    signal.throwIfAborted();
    const query = client.unsafe(statement).values();
    const cancel = () => query.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return query.finally(() => signal.removeEventListener('abort', cancel));
  };
  for (const statement of statements) {
    const rows = await run(statement);
    if (!EACH_ROW.test(statement)) continue;
    for (const [made] of rows) await run(String(made));
  }
  signal.throwIfAborted();
  await client`
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${when})`;
}

/** Repeats an attempt that could not get a lock, after growing pauses. */
async function retrying(
  { signal, report, patienceMs }: Run,
  name: string,
  attempt: () => Promise<unknown>,
): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  let reportAt = 0;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      await attempt();
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!isRepeatable(error) || performance.now() > endsAt) throw error;
    }
    if (performance.now() >= reportAt) {
      report(`waiting for a lock: ${name}`);
      reportAt = performance.now() + REPORT_EVERY_MS;
    }
    // The next turn throws the reason of an abort.
    await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

function isRepeatable(error: unknown): boolean {
  if (error instanceof LockNotAvailable) return true;
  return error instanceof postgres.PostgresError && REPEATABLE.includes(error.code);
}

function roleOf(url: string): string {
  return decodeURIComponent(urlsOfHosts(url)[0]?.username ?? '');
}
