import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { signInThrottles } from '@/db/schema/index';

const FREE_ATTEMPTS = 5;
const WINDOW_MINUTES = 15;
const FIRST_DELAY_S = 5;

type ThrottleKeys = readonly [address: string, account: string];

/**
 * Returns the keys to throttle: the address and the account, whether it exists or not. The address
 * comes first, so that a blocked address cannot prolong the wait of an account.
 */
export function throttleKeys(email: string, address: string): ThrottleKeys {
  return [`address:${address}`, `account:${email}`];
}

/**
 * Counts an attempt before anything is verified, so that a burst of attempts is limited. From the
 * fifth attempt within 15 minutes, each one blocks the next: for 5 s, then twice as long each time,
 * at most 15 minutes. Returns the seconds to wait; 0 means that the attempt may proceed.
 */
export async function takeAttempt(db: Database, keys: readonly string[]): Promise<number> {
  for (const key of keys) {
    if (!(await count(db, key))) return blockedSeconds(db, key);
  }
  return 0;
}

async function count(db: Database, key: string): Promise<boolean> {
  const { failures, windowEndsAt, blockedUntil } = signInThrottles;
  const window = sql`clock_timestamp() + make_interval(mins => ${WINDOW_MINUTES})`;
  const over = sql`${windowEndsAt} <= clock_timestamp()`;
  const counted = sql`CASE WHEN ${over} THEN 1 ELSE ${failures} + 1 END`;
  const delayS = sql`least(${WINDOW_MINUTES * 60}, ${FIRST_DELAY_S} * power(2, least(20, ${counted} - ${FREE_ATTEMPTS})))`;
  const taken = await db
    .insert(signInThrottles)
    .values({ key, failures: 1, windowEndsAt: window })
    .onConflictDoUpdate({
      target: signInThrottles.key,
      set: {
        failures: counted,
        windowEndsAt: sql`CASE WHEN ${over} THEN ${window} ELSE ${windowEndsAt} END`,
        blockedUntil: sql`CASE WHEN ${counted} >= ${FREE_ATTEMPTS}
          THEN clock_timestamp() + make_interval(secs => ${delayS}) END`,
      },
      setWhere: sql`${blockedUntil} IS NULL OR ${blockedUntil} <= clock_timestamp()`,
    })
    .returning({ key: signInThrottles.key });
  return taken.length === 1;
}

async function blockedSeconds(db: Database, key: string): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`greatest(1, ceil(extract(epoch FROM
        ${signInThrottles.blockedUntil} - clock_timestamp())))::int`,
    })
    .from(signInThrottles)
    .where(sql`${signInThrottles.key} = ${key}`);
  return row?.seconds ?? 1;
}

/** Resets the account after a success. The address gets back only this attempt. */
export async function forgetAttempts(db: Database, keys: ThrottleKeys): Promise<void> {
  const [address, account] = keys;
  await db.delete(signInThrottles).where(eq(signInThrottles.key, account));
  await giveBack(db, [address]);
}

/** Uncounts an attempt that did not fail but still needs a code. */
export async function giveBack(db: Database, keys: readonly string[]): Promise<void> {
  await db
    .update(signInThrottles)
    .set({ failures: sql`greatest(0, ${signInThrottles.failures} - 1)`, blockedUntil: null })
    .where(inArray(signInThrottles.key, [...keys]));
}
