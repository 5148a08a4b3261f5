import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** Deletes refusals as old as dropped records, because they may hold names sent by strangers. */
export async function forgetRefusals(db: Database, months: number): Promise<number> {
  const { count } = await db.execute(sql`
    DELETE FROM refusal_counts
    WHERE minute < date_trunc('month', clock_timestamp(), 'UTC') - make_interval(months => ${months})`);
  return count;
}
