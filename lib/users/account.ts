import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { consoleSessions, recoveryCodes, users } from '@/db/schema/index';
import type { Permit } from '@/lib/audit/permit';
import { recordEvent } from '@/lib/audit/record-event';
import { writeAudit } from '@/lib/audit/write';
import type { OwnAction, RecordedEvent } from '@/lib/permissions';
import { Refusal } from '@/lib/refusal';
import type { SecretBox } from '@/lib/secret-box';
import { hashPassword, verifyPassword } from './password';
import { acceptCode, newSecret, renewRecoveryCodes } from './second-factor';
import { type ActiveSession, endSessions, renewSession } from './sessions';
import { forgetAttempts, giveBack, sessionCounters, takeAttempt } from './throttle';

/**
 * Context of changes to one's own account. The verbs open their own transactions, because a counted
 * attempt must stay counted when the change is refused.
 */
export interface OwnAccount {
  readonly db: Database;
  readonly secondFactorBox: SecretBox;
  readonly session: ActiveSession;
  readonly permit: Permit<OwnAction>;
}

/**
 * Counts an attempt in a counter of the session, so that no failed sign-in elsewhere blocks it.
 * Throws `refusal` unless `verify` accepts.
 */
async function throttled(ctx: OwnAccount, refusal: Refusal, verify: () => Promise<boolean>) {
  const { db, session } = ctx;
  const counters = sessionCounters(session.sessionId);
  const waitS = await takeAttempt(db, counters);
  if (waitS > 0) throw refusal;
  const isProven = await verify().catch(async (error: unknown) => {
    await giveBack(db, counters);
    throw error;
  });
  if (!isProven) {
    await record(ctx, 'session.reject');
    throw refusal;
  }
  await forgetAttempts(db, counters);
}

function record({ db, permit: { actor, address }, session }: OwnAccount, event: RecordedEvent) {
  return recordEvent(db, event, { actor, address, target: session.email });
}

async function findOwn(db: Database | Transaction, { session }: OwnAccount) {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.id, session.userId))
    .for('no key update');
  if (user === undefined) throw new Error(`User ${session.userId} is gone.`);
  return user;
}

/** Throws {@link Refusal} `password_wrong`. */
async function verifyOwnPassword(ctx: OwnAccount, password: string): Promise<void> {
  const refusal = new Refusal('password_wrong', 'Wrong password, or too many attempts.');
  await throttled(ctx, refusal, async () =>
    verifyPassword((await findOwn(ctx.db, ctx)).passwordHash, password, 'known'),
  );
}

/** Verifies the password and returns the session's new id, or throws `password_wrong`. */
export async function provePassword(ctx: OwnAccount, password: string): Promise<string> {
  await verifyOwnPassword(ctx, password);
  await record(ctx, 'session.prove_password');
  return renewSession(ctx.db, ctx.session.sessionId);
}

/** Updates one's own account and ends every session but the present one. */
async function update(
  tx: Transaction,
  session: ActiveSession,
  values: Partial<typeof users.$inferInsert>,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ ...values, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, session.userId))
    .returning({ sessionVersion: users.sessionVersion });
  if (user === undefined) throw new Error(`User ${session.userId} is gone.`);
  await tx
    .update(consoleSessions)
    .set({ sessionVersion: user.sessionVersion })
    .where(eq(consoleSessions.id, session.sessionId));
}

/**
 * Changes the password, given the old one, and returns the new id of the session. Throws
 * {@link Refusal} `password_wrong`, `password_invalid`, `password_same` or `password_weak`.
 */
export async function changePassword(
  ctx: OwnAccount,
  { old, password }: { readonly old: string; readonly password: string },
): Promise<string> {
  const { db, permit, session } = ctx;
  await verifyOwnPassword(ctx, old);
  if (password === old) throw new Refusal('password_same', 'The new password is the old one.');
  const passwordHash = await hashPassword(password, session.email);
  return db.transaction(async (tx) => {
    await update(tx, session, { passwordHash, mustChangePassword: false });
    await writeAudit({ tx, permit }, 'user.change_password', { target: session.email });
    return renewSession(tx, session.sessionId);
  });
}

/** Starts an enrolment with a new secret. It has no effect before its first code. */
export async function beginSecondFactor({ db, secondFactorBox, session }: OwnAccount) {
  return newSecret(db, secondFactorBox, { id: session.userId, email: session.email });
}

/** Completes an enrolment and returns the recovery codes, only this once. Throws `code_wrong`. */
export async function enrolSecondFactor(ctx: OwnAccount, code: string): Promise<string[]> {
  const { db, secondFactorBox, permit, session } = ctx;
  return db.transaction(async (tx) => {
    const user = await findOwn(tx, ctx);
    const confirmed = user.totpConfirmedAt !== null;
    if (confirmed || !(await acceptCode(tx, secondFactorBox, user, code))) {
      throw new Refusal('code_wrong', "Wrong code. Check that the device's clock is correct.");
    }
    await update(tx, session, { totpConfirmedAt: new Date() });
    await writeAudit({ tx, permit }, 'user.enrol_second_factor', { target: session.email });
    return renewRecoveryCodes(tx, secondFactorBox, session.userId);
  });
}

/**
 * Removes one's own second factor, given one of its codes. Attempts are throttled, so that nobody
 * can guess the code at an open session. Throws {@link Refusal} `code_wrong`.
 */
export async function removeSecondFactor(ctx: OwnAccount, code: string): Promise<void> {
  const { db, secondFactorBox, permit, session } = ctx;
  const refusal = new Refusal('code_wrong', 'Wrong code, or too many attempts.');
  await throttled(ctx, refusal, async () =>
    acceptCode(db, secondFactorBox, await findOwn(db, ctx), code),
  );
  await db.transaction(async (tx) => {
    await update(tx, session, { totpSecret: null, totpConfirmedAt: null });
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, session.userId));
    await writeAudit({ tx, permit }, 'user.remove_second_factor', { target: session.email });
  });
}

export async function setPreferences(
  { db, session }: OwnAccount,
  preferences: Partial<Pick<ActiveSession, 'locale' | 'theme' | 'comfortable'>>,
): Promise<void> {
  await db.update(users).set(preferences).where(eq(users.id, session.userId));
}

export async function endOwnSession(ctx: OwnAccount, number: number): Promise<void> {
  const { db, session } = ctx;
  const { userId } = consoleSessions;
  await endSessions(db, and(eq(userId, session.userId), eq(consoleSessions.number, number)));
  await record(ctx, 'session.sign_out');
}

/** Ends all of one's own sessions, including the present one. */
export async function endAllSessions(ctx: OwnAccount): Promise<void> {
  const { db, session } = ctx;
  await db
    .update(users)
    .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, session.userId));
  await record(ctx, 'session.sign_out');
}
