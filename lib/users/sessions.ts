import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Sql, Transaction } from '@/db/client';
import { consoleSessions, rolePolicies, users } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import type { Deployment } from '@/lib/base/env/env';
import { requiresSecondFactor } from './find';

/** Hours after which a session ends, even one in use. */
export const ABSOLUTE_HOURS = 8;
export const IDLE_MINUTES = 30;
/**
 * Shortest time between two writes of the time last seen, because a page makes several requests.
 */
const TOUCH_AFTER_S = 30;
/** Time for which an entered password counts as recent. */
export const REAUTHENTICATION_LASTS_S = 15 * 60;

/** The condition of a live session, for the builder and for plain statements. */
const LIVE = `console_sessions.ended_at IS NULL AND users.disabled_at IS NULL
  AND console_sessions.session_version = users.session_version
  AND console_sessions.created_at > clock_timestamp() - interval '${ABSOLUTE_HOURS} hours'
  AND console_sessions.last_seen_at > clock_timestamp() - interval '${IDLE_MINUTES} minutes'`;
const live = sql.raw(LIVE);

/** Counts the live sessions of staff and of people of integrations. */
export function countSessions(sql: Sql) {
  return sql<{ kind: 'staff' | 'place'; count: number }[]>`
    SELECT CASE WHEN users.integration_id IS NULL THEN 'staff' ELSE 'place' END AS kind,
      count(*)::int AS count
    FROM console_sessions JOIN users ON users.id = console_sessions.user_id
    WHERE ${sql.unsafe(LIVE)}
    GROUP BY 1`;
}

/**
 * Reads a session. It is read on every request, so that disabling a user, changing a role or
 * password, and signing out elsewhere apply from the next click. Returns undefined when the session
 * is no longer live.
 */
export async function readSession(db: Database, id: string, deployment: Deployment) {
  const found = await db
    .select({
      sessionId: consoleSessions.id,
      sessionNumber: consoleSessions.number,
      sessionVersion: consoleSessions.sessionVersion,
      userId: users.id,
      email: users.email,
      role: users.role,
      /** The integration to which the user belongs; null for staff. */
      integrationId: users.integrationId,
      locale: users.locale,
      theme: users.theme,
      comfortable: users.comfortable,
      mustChangePassword: users.mustChangePassword,
      /** False for users of the identity provider who never set one here. */
      hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`,
      secondFactor: sql<boolean>`${users.totpConfirmedAt} IS NOT NULL`,
      required: rolePolicies.secondFactorRequired,
      /** Seconds since the password was last entered. */
      authenticatedAgoS: sql<number>`extract(epoch FROM clock_timestamp() - ${consoleSessions.authenticatedAt})::int`,
      idleS: sql<number>`extract(epoch FROM clock_timestamp() - ${consoleSessions.lastSeenAt})::int`,
      address: consoleSessions.address,
    })
    .from(consoleSessions)
    .innerJoin(users, eq(users.id, consoleSessions.userId))
    .leftJoin(rolePolicies, eq(rolePolicies.role, users.role))
    .where(and(eq(consoleSessions.id, id), live));
  const [row] = found;
  // A hole, which the driver may put in front of rows, must not sign anyone out.
  if (row === undefined && found.length > 0) throw new TypeError('The session is a hole.');
  if (row === undefined) return undefined;
  const { required, idleS, ...session } = row;
  if (idleS >= TOUCH_AFTER_S) await touch(db, id);
  /** The role requires a second factor and the user has none: only enrolling is allowed. */
  const mustEnrol = requiresSecondFactor(row.role, required, deployment) && !session.secondFactor;
  return { ...session, mustEnrol };
}

/** A live session and its user. */
export type ActiveSession = NonNullable<Awaited<ReturnType<typeof readSession>>>;

/** Throws {@link Rejection} `reauthentication_required` when the password must be entered again. */
export function requireRecentPassword(session: ActiveSession): void {
  if (isStale(session))
    throw new Rejection('reauthentication_required', 'Enter the password again.');
}

/** True when the password must be entered again. */
export function isStale({ authenticatedAgoS }: ActiveSession): boolean {
  return authenticatedAgoS > REAUTHENTICATION_LASTS_S;
}

async function touch(db: Database, id: string): Promise<void> {
  await db
    .update(consoleSessions)
    .set({ lastSeenAt: sql`clock_timestamp()` })
    .where(eq(consoleSessions.id, id));
}

/**
 * Locks the user of a session, and requires that the session lives and nothing ended the user's
 * sessions since it was read. Call it first in the transaction of a change to one's own account.
 * Throws {@link Rejection} `signed_out`.
 */
export async function lockOwn(tx: Transaction, session: ActiveSession) {
  const { userId, sessionNumber, sessionVersion } = session;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  // A statement of its own, which sees what was committed while the first one waited.
  const [found] = await tx
    .select({ id: consoleSessions.id })
    .from(consoleSessions)
    .innerJoin(users, eq(users.id, consoleSessions.userId))
    .where(and(eq(users.id, userId), eq(consoleSessions.number, sessionNumber), live));
  if (user === undefined || found === undefined || user.sessionVersion !== sessionVersion) {
    throw new Rejection('signed_out', 'The session has ended.');
  }
  return { ...user, sessionId: found.id };
}

/** Ends a session by its number, because an entered password may renew the id meanwhile. */
export function endSession(
  db: Database | Transaction,
  { userId, sessionNumber }: Pick<ActiveSession, 'userId' | 'sessionNumber'>,
): Promise<void> {
  const { number } = consoleSessions;
  return endSessions(db, and(eq(consoleSessions.userId, userId), eq(number, sessionNumber)));
}

export async function endSessions(db: Database | Transaction, which: SQL | undefined) {
  await db
    .update(consoleSessions)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(which, isNull(consoleSessions.endedAt)));
}

/** Ends all sessions of a user. */
export function endSessionsOf(tx: Transaction, userId: number): Promise<void> {
  return endSessions(tx, eq(consoleSessions.userId, userId));
}

/** Lists the live sessions of a user, the one last seen first. */
export async function listSessions(db: Database, userId: number) {
  const { number, address, createdAt, lastSeenAt } = consoleSessions;
  return db
    .select({ number, address, createdAt, lastSeenAt })
    .from(consoleSessions)
    .innerJoin(users, eq(users.id, consoleSessions.userId))
    .where(and(eq(consoleSessions.userId, userId), live))
    .orderBy(desc(lastSeenAt));
}

/**
 * Gives a session a new id after a password was entered, so that stolen cookies are worthless. Tabs
 * share the cookie, so two passwords entered at once get the same id: `present` is the one now.
 */
export async function renewSession(
  tx: Transaction,
  { sessionId }: ActiveSession,
  present: string,
): Promise<string> {
  if (present !== sessionId) return present;
  const renewed = randomUUID();
  await tx
    .update(consoleSessions)
    .set({ id: renewed, authenticatedAt: sql`clock_timestamp()` })
    .where(eq(consoleSessions.id, sessionId));
  return renewed;
}
