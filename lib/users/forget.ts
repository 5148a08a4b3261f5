import { isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { consoleSessions, invitations, recoveryCodes, signInThrottles } from '@/db/schema/index';
import { ABSOLUTE_HOURS } from './sessions';

const now = sql`clock_timestamp()`;

/** Deletes ended sessions and throttles, and used or expired links and codes. Counts the rows. */
export async function forgetSignIns(db: Database): Promise<number> {
  const { createdAt, endedAt } = consoleSessions;
  const { windowEndsAt, blockedUntil } = signInThrottles;
  const old = sql`${now} - make_interval(hours => ${ABSOLUTE_HOURS})`;
  const isOver = (instant: SQL) => sql`coalesce(${instant}, '-infinity') <= ${now}`;
  const deleted = [
    await db.delete(consoleSessions).where(or(isNotNull(endedAt), lt(createdAt, old))),
    await db
      .delete(signInThrottles)
      .where(sql`${lt(windowEndsAt, now)} AND ${isOver(sql`${blockedUntil}`)}`),
    await db
      .delete(invitations)
      .where(or(isNotNull(invitations.usedAt), lt(invitations.expiresAt, now))),
    await db.delete(recoveryCodes).where(isNotNull(recoveryCodes.usedAt)),
  ];
  return deleted.reduce((sum, { count }) => sum + count, 0);
}
