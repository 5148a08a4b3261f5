import { inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { signInThrottles } from '@/db/schema/index';

const FREE_FAILURES = 5;
const WINDOW_MINUTES = 15;
const FIRST_DELAY_S = 5;

/**
 * Failed sign-ins are counted by account and by address, known or not. From the fifth within 15
 * minutes on each one blocks further tries: 5 s, then twice as long every time, 15 minutes at most.
 */
export function throttleKeys(email: string, address: string): string[] {
  return [`account:${email}`, `address:${address}`];
}

/** Seconds until another try is allowed; 0 when it is. */
export async function blockedSeconds(db: Database, keys: readonly string[]): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(ceil(extract(epoch FROM
        max(${signInThrottles.blockedUntil}) - clock_timestamp())), 0)::int`,
    })
    .from(signInThrottles)
    .where(inArray(signInThrottles.key, [...keys]));
  return Math.max(0, row?.seconds ?? 0);
}

/** Counts a failure. Keys are written in order, so that two sign-ins cannot block each other. */
export async function countFailure(db: Database, keys: readonly string[]): Promise<void> {
  const window = sql`clock_timestamp() + make_interval(mins => ${WINDOW_MINUTES})`;
  const over = sql`${signInThrottles.windowEndsAt} <= clock_timestamp()`;
  const failures = sql`CASE WHEN ${over} THEN 1 ELSE ${signInThrottles.failures} + 1 END`;
  const delay = sql`make_interval(secs => least(${WINDOW_MINUTES * 60},
    ${FIRST_DELAY_S} * power(2, least(20, (${failures}) - ${FREE_FAILURES}))))`;
  for (const key of [...keys].sort()) {
    await db
      .insert(signInThrottles)
      .values({ key, failures: 1, windowEndsAt: window })
      .onConflictDoUpdate({
        target: signInThrottles.key,
        set: {
          failures,
          windowEndsAt: sql`CASE WHEN ${over} THEN ${window} ELSE ${signInThrottles.windowEndsAt} END`,
          blockedUntil: sql`CASE WHEN (${failures}) >= ${FREE_FAILURES}
            THEN clock_timestamp() + ${delay} END`,
        },
      });
  }
}

export async function forgetFailures(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(signInThrottles).where(inArray(signInThrottles.key, [...keys]));
}
