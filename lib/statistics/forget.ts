import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** Single integrations are shown by the hour for a month and a little; by the day for ever. */
export const HOURS_KEPT_DAYS = 40;

/** Forgets the hours of single integrations that nobody looks at by the hour any more. */
export async function forgetHours(db: Database): Promise<number> {
  const { count } = await db.execute(sql`
    DELETE FROM query_counts WHERE grain = 'hour'
      AND integration_id IN (SELECT id FROM integrations)
      AND start < clock_timestamp() - make_interval(days => ${HOURS_KEPT_DAYS})`);
  return count;
}
