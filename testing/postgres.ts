import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database, isLockTimeout, withConnection } from '@/db/client';
import { type EmbeddedPostgres, ownerUrlOf, startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { lastLines } from './program';

/**
 * A PostgreSQL of its own for one run of tests, gone with its data afterwards. Its process id changes
 * with {@link restart}.
 */
export interface TestPostgres extends Omit<EmbeddedPostgres, 'ownerUrl'> {
  /** SIGKILL to the postmaster; its sessions end as they notice. */
  kill(): void;
  /** Brings a killed server back on the same data, address and port. */
  restart(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-postgres-'));
  let server = await startEmbeddedPostgres(folder, { throwaway: true }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const { url } = server;
  return {
    url,
    get pid() {
      return server.pid;
    },
    kill: () => process.kill(server.pid, 'SIGKILL'),
    restart: async () => {
      const killed = server;
      const port = Number(new URL(url).port);
      server = await startEmbeddedPostgres(folder, { port, throwaway: true });
      // Drops the handle of the killed server. It stops nothing, because the new one is in use.
      await killed.stop();
    },
    stop: async () => {
      await server.stop().catch(async (error: unknown) => {
        const log = await readFile(join(folder, 'postgres', 'server.log'), 'utf8').catch(() => '');
        throw new Error(`PostgreSQL ${server.pid} did not stop:\n${lastLines(log)}`, {
          cause: error,
        });
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Name of the migrated database that tests copy; nobody connects to it. */
export const TEMPLATE = 'migrated_template';

/** Creates a database beside the one of `url`: empty, or a copy of `template`. */
export async function createTestDatabase(
  url: string,
  name: string,
  template = 'template1',
): Promise<string> {
  await asOwner(url, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

/**
 * Runs a set-up on a connection of its own. Audited changes queue for one lock, and a busy disk makes
 * each commit of the queue slow: a set-up that waited too long for the lock has changed nothing and
 * runs again.
 */
export async function setUp<T>(url: string, run: (db: Database) => Promise<T>): Promise<T> {
  const db = connectDatabase(url, { max: 1 });
  try {
    for (;;) {
      try {
        return await run(db);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
      }
    }
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/** Runs statements that the app has no right to. */
export async function asOwner(url: string, ...statements: readonly string[]): Promise<void> {
  await withConnection(ownerUrlOf(url), async (client) => {
    for (const statement of statements) await client.unsafe(statement);
  });
}

/** Brings a database to the present schema, with the rights of the app. */
export async function migrateTestDatabase(url: string): Promise<void> {
  await migrateDatabase(ownerUrlOf(url), { databaseUrl: url });
}
