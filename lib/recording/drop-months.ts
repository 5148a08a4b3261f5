import { sql } from 'drizzle-orm';
import { type Database, isLockTimeout } from '@/db/client';

/** Time that the detaching of a partition may block the recording of queries. */
const LOCK_TIMEOUT = '100ms';
const ATTEMPTS = 20;
const PAUSE_MS = 100;
const MONTH_TABLE = '^query_records_\\d{4}_\\d{2}$';

/**
 * Drops the records of months that ended more than `months` whole months ago, one partition at a
 * time, while queries are recorded. Returns the names of the dropped partitions. A partition that
 * is always being read is left to the next run.
 */
export async function dropMonths(db: Database, months: number): Promise<string[]> {
  const old = await db.execute<{ name: string; attached: boolean }>(sql`
    SELECT c.relname AS name, i.inhrelid IS NOT NULL AS attached
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname ~ ${MONTH_TABLE}
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month'
        <= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(months => ${months})
    ORDER BY 1`);
  const dropped: string[] = [];
  for (const { name, attached } of old) {
    if (attached && !(await detached(db, name))) continue;
    // If the process dies here, the next run drops the detached partition.
    await db.execute(sql`DROP TABLE ${sql.identifier(name)}`);
    dropped.push(name);
  }
  return dropped;
}

/** Detaches a partition. Retries, because it needs a lock on the whole table for an instant. */
async function detached(db: Database, name: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
        await tx.execute(sql`ALTER TABLE query_records DETACH PARTITION ${sql.identifier(name)}`);
      });
      return true;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!(isLockTimeout(error) || isLockTimeout(cause))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}
