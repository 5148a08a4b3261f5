import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** Days for which hourly counts of single integrations are kept. */
export const HOURS_KEPT_DAYS = 40;

export async function forgetHours(db: Database): Promise<number> {
  const { count } = await db.execute(sql`
    DELETE FROM query_counts WHERE grain = 'hour'
      AND integration_id IN (SELECT id FROM integrations)
      AND start < clock_timestamp() - make_interval(days => ${HOURS_KEPT_DAYS})`);
  return count;
}
