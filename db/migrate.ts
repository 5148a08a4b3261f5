import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { connectSql, type Sql } from './client';
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

/**
 * Compares the applied migrations with those of this version. `newer` is normal while the next
 * version is rolled out: a version runs on the schema of the next one.
 */
export type SchemaState = 'current' | 'older' | 'newer';

let newestMigration: number | undefined;

/** Needs no right to apply a migration. */
export async function schemaState(sql: Sql): Promise<SchemaState> {
  newestMigration ??= readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).at(
    -1,
  )?.folderMillis;
  const [row] = await sql<{ applied: string | null }[]>`
    SELECT max(created_at)::text AS applied FROM drizzle.__drizzle_migrations`;
  const ahead = Number(row?.applied ?? 0) - (newestMigration ?? 0);
  if (ahead === 0) return 'current';
  return ahead > 0 ? 'newer' : 'older';
}

/** Tells whether every migration of this version was applied. */
export async function isMigrated(url: string): Promise<boolean> {
  const sql = connectSql(url, { max: 1 });
  try {
    return (await schemaState(sql)) !== 'older';
  } catch {
    return false; // There is no schema, or the role has no rights.
  } finally {
    await sql.end({ timeout: 5 });
  }
}
