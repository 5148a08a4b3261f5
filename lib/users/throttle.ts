import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { signInThrottles } from '@/db/schema/index';

const FREE_ATTEMPTS = 5;
/** More failures than a single address can cause at one account in the window. */
const FREE_SHARED_ATTEMPTS = 20;
export const WINDOW_MINUTES = 15;
export const FIRST_DELAY_S = 5;
/** Bounds what a right clock stores: a later instant comes from a clock that was ahead, and is over. */
const LATEST = sql`clock_timestamp() + make_interval(mins => ${WINDOW_MINUTES})`;

interface Counter {
  readonly key: string;
  /** Failures in the window from which each one blocks the next attempt. */
  readonly freeAttempts: number;
  /** Failures count until a success, not only for some minutes. */
  readonly lasting?: true;
}

/** Counters of an attempt: first the one of this attempt only, then those shared with others. */
export type Counters = readonly [own: Counter, ...shared: Counter[]];

/**
 * Returns the counters of a sign-in, whether the account exists or not. A known device, a browser
 * that has signed in to the account before, has a counter of its own, so nobody else's failures
 * delay it. Other browsers count by address and account, by address, and by account.
 */
export function signInCounters(attempt: {
  readonly email: string;
  readonly address: string;
  readonly deviceId: string | undefined;
}): Counters {
  const { email, address, deviceId } = attempt;
  if (deviceId !== undefined) return [ownCounter(`device:${deviceId}:${email}`)];
  return [
    ownCounter(`address:${address}:${email}`),
    { key: `address:${address}`, freeAttempts: FREE_SHARED_ATTEMPTS },
    { key: `account:${email}`, freeAttempts: FREE_SHARED_ATTEMPTS },
  ];
}

/** Returns the counter of passwords entered in an open session. */
export function sessionCounters(sessionNumber: number): Counters {
  return [ownCounter(`session:${sessionNumber}`)];
}

/**
 * Returns the counter of a user's codes, at sign-in and in every session. Only a right code resets
 * it. Strangers cannot make it block anybody, because a code comes after the password.
 */
export function codeCounters(userId: number): Counters {
  return [{ ...ownCounter(`code:${userId}`), lasting: true }];
}

function ownCounter(key: string): Counter {
  return { key, freeAttempts: FREE_ATTEMPTS };
}

class Blocked extends Error {
  constructor(readonly seconds: number) {
    super('The attempt is blocked.');
  }
}

/**
 * Counts an attempt before anything is verified, so that a burst of attempts is limited. Past the
 * free attempts within 15 minutes, each one blocks the next: for 5 s, then twice as long each time,
 * at most 15 minutes. Returns the seconds to wait; 0 means that the attempt may proceed. A blocked
 * attempt counts nowhere, so it prolongs nobody's wait.
 */
export async function takeAttempt(db: Database, counters: Counters): Promise<number> {
  try {
    await db.transaction(async (tx) => {
      for (const counter of counters) {
        if (!(await count(tx, counter))) throw new Blocked(await blockedSeconds(tx, counter));
      }
    });
    return 0;
  } catch (error) {
    if (error instanceof Blocked) return error.seconds;
    throw error;
  }
}

async function count(tx: Transaction, { key, freeAttempts, lasting }: Counter): Promise<boolean> {
  const { failures, windowEndsAt, blockedUntil } = signInThrottles;
  const window = lasting ? sql`'infinity'::timestamptz` : LATEST;
  const over = sql`(${windowEndsAt} <= clock_timestamp() OR ${windowEndsAt} > ${window})`;
  const counted = sql`CASE WHEN ${over} THEN 1 ELSE ${failures} + 1 END`;
  const delayS = sql`least(${WINDOW_MINUTES * 60}, ${FIRST_DELAY_S} * power(2, least(20, ${counted} - ${freeAttempts})))`;
  const taken = await tx
    .insert(signInThrottles)
    .values({ key, failures: 1, windowEndsAt: window })
    .onConflictDoUpdate({
      target: signInThrottles.key,
      set: {
        failures: counted,
        windowEndsAt: sql`CASE WHEN ${over} THEN ${window} ELSE ${windowEndsAt} END`,
        blockedUntil: sql`CASE WHEN ${counted} >= ${freeAttempts}
          THEN clock_timestamp() + make_interval(secs => ${delayS}) END`,
      },
      setWhere: sql`${blockedUntil} IS NULL OR ${blockedUntil} <= clock_timestamp()
        OR ${blockedUntil} > ${LATEST}`,
    })
    .returning({ key: signInThrottles.key });
  return taken.length === 1;
}

async function blockedSeconds(tx: Transaction, { key }: Counter): Promise<number> {
  const [row] = await tx
    .select({
      seconds: sql<number>`greatest(1, ceil(extract(epoch FROM
        ${signInThrottles.blockedUntil} - clock_timestamp())))::int`,
    })
    .from(signInThrottles)
    .where(eq(signInThrottles.key, key));
  return row?.seconds ?? 1;
}

type Attempt<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'throttled'; readonly seconds: number };

/**
 * Runs `verify` as a counted attempt, which succeeds when it returns a value. One that throws does
 * not count.
 */
export async function countAttempt<T>(
  db: Database,
  counters: Counters,
  verify: () => Promise<T | undefined>,
): Promise<Attempt<T>> {
  const seconds = await takeAttempt(db, counters);
  if (seconds > 0) return { kind: 'throttled', seconds };
  const value = await verify().catch(async (error: unknown) => {
    await giveBack(db, counters);
    throw error;
  });
  if (value === undefined) return { kind: 'rejected' };
  await forgetAttempts(db, counters);
  return { kind: 'accepted', value };
}

/** Resets the own counter after a success. Shared counters get back only this attempt. */
export async function forgetAttempts(db: Database, [{ key }, ...shared]: Counters): Promise<void> {
  await db.delete(signInThrottles).where(eq(signInThrottles.key, key));
  await giveBack(db, shared);
}

/** Uncounts an attempt that did not fail: it still needs a code, or nothing was verified. */
export async function giveBack(db: Database, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return;
  const keys = counters.map(({ key }) => key).sort();
  await db
    .update(signInThrottles)
    .set({ failures: sql`greatest(0, ${signInThrottles.failures} - 1)`, blockedUntil: null })
    .where(inArray(signInThrottles.key, keys));
}
