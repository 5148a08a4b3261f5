import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { LOCKS } from './locks';
import { ensurePartitions } from './partitions';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the schema up to date. drizzle's migrator takes no lock, so an advisory lock makes
 * instances that start together take turns.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await client`SELECT pg_advisory_lock(${LOCKS.migrate})`;
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    await ensurePartitions(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}
