import { sql } from 'drizzle-orm';
import { BLOCKING_LOCK_TIMEOUT_MS, type Database, isLockTimeout } from '@/db/client';

const ATTEMPTS = 20;
const PAUSE_MS = 100;
const MONTH_TABLE = '^query_records_\\d{4}_\\d{2}$';

/**
 * Drops the records of months that ended more than `months` whole months ago, one partition at a
 * time, while queries are recorded. Returns the names of the dropped partitions. A partition that
 * is always being read is left to the next run.
 */
export async function dropMonths(db: Database, months: number): Promise<string[]> {
  const old = await db.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ ${MONTH_TABLE}
      AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month'
        <= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(months => ${months})
    ORDER BY 1`);
  const dropped: string[] = [];
  for (const { name } of old) if (await isDropped(db, name)) dropped.push(name);
  return dropped;
}

/** Drops a partition. Retries, because it needs a lock on the whole table for an instant. */
async function isDropped(db: Database, name: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`SELECT set_config('lock_timeout', ${`${BLOCKING_LOCK_TIMEOUT_MS}ms`}, true)`,
        );
        await tx.execute(sql`SELECT drop_query_record_partition(${name})`);
      });
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}
