import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { LOCKS } from './locks';
import { ensurePartitions } from './partitions';
import { grantRights } from './roles';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the schema up to date as its owner, and gives the role of `databaseUrl` its rights. drizzle's
 * migrator takes no lock, so an advisory lock makes instances that start together take turns.
 */
export async function migrateDatabase(ownerUrl: string, databaseUrl = ownerUrl): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await client`SELECT pg_advisory_lock(${LOCKS.migrate})`;
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    await ensurePartitions(client);
    const [owner, role] = [ownerUrl, databaseUrl].map(roleOf);
    if (role && role !== owner) await grantRights(client, role);
  } finally {
    await client.end({ timeout: 5 });
  }
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** Tells whether every migration of this version was applied. Needs no right to apply one. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  const newest = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).at(-1)?.folderMillis;
  try {
    const applied = await client`
      SELECT FROM drizzle.__drizzle_migrations WHERE created_at >= ${newest ?? 0}`;
    return applied.length > 0;
  } catch {
    return false; // There is no schema, or the role has no rights.
  } finally {
    await client.end({ timeout: 5 });
  }
}
