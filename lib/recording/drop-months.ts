import { sql } from 'drizzle-orm';
import { BLOCKING_LOCK_TIMEOUT_MS, type Database, isLockTimeout } from '@/db/client';

const ATTEMPTS = 20;
const PAUSE_MS = 100;
const MONTH_TABLE = '^query_records_\\d{4}_\\d{2}$';

/**
 * Drops the records of the oldest month that ended more than `months` whole months ago, while queries
 * are recorded. Returns the names of the dropped partitions: one a run at most, so that a wrong clock
 * is noticed before all is gone. A partition that is being read is left to the next run. The
 * database refuses when `appAt`, this process's time, is not its own.
 */
export async function dropMonths(
  db: Database,
  months: number,
  appAt = new Date(),
): Promise<string[]> {
  const old = await db.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ ${MONTH_TABLE}
      AND to_date(right(relname, 7), 'YYYY_MM') + interval '1 month'
        <= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(months => ${months})
    ORDER BY 1`);
  for (const { name } of old) if (await isDropped(db, name, appAt)) return [name];
  return [];
}

/** Drops a partition. Retries, because it needs a lock on the whole table for an instant. */
async function isDropped(db: Database, name: string, appAt: Date): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`SELECT set_config('lock_timeout', ${`${BLOCKING_LOCK_TIMEOUT_MS}ms`}, true)`,
        );
        const clock = sql`${appAt.toISOString()}::timestamptz`;
        await tx.execute(sql`SELECT drop_query_record_partition(${name}, ${clock})`);
      });
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}
