import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** Refusals are kept as long as records: names given by strangers are among them. */
export async function forgetRefusals(db: Database, months: number): Promise<number> {
  const { count } = await db.execute(sql`
    DELETE FROM refusal_counts
    WHERE minute < date_trunc('month', clock_timestamp(), 'UTC') - make_interval(months => ${months})`);
  return count;
}
