import { lt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { episodes, noticeCounts, noticeDeliveries, notices } from '@/db/schema/index';

/** Days for which notices, their deliveries and ended episodes are kept. */
export const NOTICES_KEPT_DAYS = 30;
const EPISODES_KEPT_DAYS = 400;

const ago = (days: number) => sql`clock_timestamp() - make_interval(days => ${days})`;

/** Deletes old notices with their deliveries, old counts, and episodes that ended long ago. Counts the rows. */
export async function forgetNotices(db: Database): Promise<number> {
  const old = lt(notices.occurredAt, ago(NOTICES_KEPT_DAYS));
  const isOld = sql`${noticeDeliveries.noticeId} IN (SELECT id FROM ${notices} WHERE ${old})`;
  const deleted = await db.transaction(async (tx) => [
    await tx.delete(noticeDeliveries).where(isOld),
    await tx.delete(notices).where(old),
    await tx.delete(noticeCounts).where(lt(noticeCounts.until, sql`clock_timestamp()`)),
    await tx.delete(episodes).where(lt(episodes.closedAt, ago(EPISODES_KEPT_DAYS))),
  ]);
  return deleted.reduce((sum, { count }) => sum + count, 0);
}
