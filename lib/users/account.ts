import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { consoleSessions, recoveryCodes, users } from '@/db/schema/index';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import type { SecretBox } from '@/lib/secret-box';
import { hashPassword, verifyPassword } from './password';
import { acceptCode, renewRecoveryCodes } from './second-factor';
import type { ActiveSession } from './sessions';
import { forgetAttempts, takeAttempt, throttleKeys } from './throttle';

/** What people do to their own account. */

function by({ email, address }: ActiveSession) {
  return { actor: email, address };
}

/**
 * Checks the password of somebody already signed in, throttled like a sign-in. Throws
 * {@link Refusal} `password_wrong`.
 */
export async function checkPassword(
  db: Database,
  session: ActiveSession,
  password: string,
): Promise<void> {
  const keys = throttleKeys(session.email, session.address);
  const waitS = await takeAttempt(db, keys);
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, session.userId));
  if (waitS > 0 || !(await verifyPassword(user?.passwordHash ?? null, password))) {
    throw new Refusal('password_wrong', 'The password is not right, or was tried too often.');
  }
  await forgetAttempts(db, keys);
}

/** Ends every other session; this one goes on. */
async function endOtherSessions(tx: Transaction, session: ActiveSession): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, session.userId))
    .returning({ sessionVersion: users.sessionVersion });
  if (user === undefined) throw new Error(`User ${session.userId} is gone.`);
  await tx
    .update(consoleSessions)
    .set({ sessionVersion: user.sessionVersion })
    .where(eq(consoleSessions.id, session.sessionId));
}

export async function changePassword(
  tx: Transaction,
  session: ActiveSession,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await tx.update(users).set({ passwordHash }).where(eq(users.id, session.userId));
  await endOtherSessions(tx, session);
  await writeAudit(tx, by(session), { action: 'user.change_password', target: session.email });
}

/**
 * Ends an enrolment with a first code of the new secret. Returns the recovery codes, this once.
 * Throws {@link Refusal} `code_wrong`.
 */
export async function confirmSecondFactor(
  tx: Transaction,
  box: SecretBox,
  session: ActiveSession,
  code: string,
): Promise<string[]> {
  const [user] = await tx
    .select({ totpSecret: users.totpSecret, totpConfirmedAt: users.totpConfirmedAt })
    .from(users)
    .where(eq(users.id, session.userId))
    .for('update');
  const account = {
    id: session.userId,
    email: session.email,
    totpSecret: user?.totpSecret ?? null,
  };
  const confirmed = user === undefined || user.totpConfirmedAt !== null;
  if (confirmed || !(await acceptCode(tx, box, account, code))) {
    throw new Refusal('code_wrong', 'The code is not right: is the clock of the device?');
  }
  await tx.update(users).set({ totpConfirmedAt: new Date() }).where(eq(users.id, session.userId));
  await endOtherSessions(tx, session);
  await writeAudit(tx, by(session), { action: 'user.enrol_second_factor', target: session.email });
  return renewRecoveryCodes(tx, session.userId);
}

/**
 * Removes one's own second factor against a code of it, throttled like a sign-in: six digits must
 * not be guessed by whoever sits at an open session. Throws {@link Refusal} `code_wrong`.
 */
export async function removeSecondFactor(
  db: Database,
  box: SecretBox,
  session: ActiveSession,
  code: string,
): Promise<void> {
  const keys = throttleKeys(session.email, session.address);
  const waitS = await takeAttempt(db, keys);
  const [user] = await db
    .select({ id: users.id, email: users.email, totpSecret: users.totpSecret })
    .from(users)
    .where(eq(users.id, session.userId));
  if (waitS > 0 || user === undefined || !(await acceptCode(db, box, user, code))) {
    throw new Refusal('code_wrong', 'The code is not right, or was tried too often.');
  }
  await forgetAttempts(db, keys);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ totpSecret: null, totpConfirmedAt: null })
      .where(eq(users.id, session.userId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, session.userId));
    await endOtherSessions(tx, session);
    await writeAudit(tx, by(session), {
      action: 'user.remove_second_factor',
      target: session.email,
    });
  });
}

export async function setPreferences(
  db: Database,
  session: ActiveSession,
  preferences: Partial<Pick<ActiveSession, 'locale' | 'theme'>>,
): Promise<void> {
  await db.update(users).set(preferences).where(eq(users.id, session.userId));
}
