import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { consoleSessions, recoveryCodes, users } from '@/db/schema/index';
import type { OwnAction, RecordedEvent } from '@/lib/access/permissions';
import type { Permit } from '@/lib/access/permit';
import { Rejection } from '@/lib/access/rejection';
import { recordEvent } from '@/lib/audit/record-event';
import { writeAudit } from '@/lib/audit/write';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import { hashPassword, verifyPassword } from './password';
import { acceptCode, newSecret, renewRecoveryCodes } from './second-factor';
import { type ActiveSession, endSession, lockOwn, renewSession } from './sessions';
import { type Counters, codeCounters, countAttempt, sessionCounters } from './throttle';

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

type Own = Awaited<ReturnType<typeof lockOwn>>;

/** Runs a change to one's own account. Throws {@link Rejection} `signed_out`. */
function change<T>(
  { db, session }: OwnAccount,
  run: (tx: Transaction, own: Own) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => run(tx, await lockOwn(tx, session)));
}

/** Counts an attempt. Throws `refusal` unless `verify` returns a value. */
async function throttled<T>(
  ctx: OwnAccount,
  { counters, refusal }: { readonly counters: Counters; readonly refusal: Rejection },
  verify: () => Promise<T | undefined>,
): Promise<T> {
  const outcome = await countAttempt(ctx.db, counters, verify);
  if (outcome.kind === 'accepted') return outcome.value;
  if (outcome.kind === 'rejected') await record(ctx, 'session.reject');
  throw refusal;
}

function record({ db, permit: { actor, address }, session }: OwnAccount, event: RecordedEvent) {
  return recordEvent(db, event, { actor, address, target: session.email });
}

/** Throws {@link Rejection} `password_wrong`. */
async function verifyOwnPassword(ctx: OwnAccount, password: string): Promise<void> {
  const { db, session } = ctx;
  // Of the session, so that no failed sign-in elsewhere blocks it.
  const counters = sessionCounters(session.sessionNumber);
  const refusal = new Rejection('password_wrong', 'Wrong password, or too many attempts.');
  await throttled(ctx, { counters, refusal }, async () => {
    const [user] = await db
      .select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.id, session.userId));
    return (await verifyPassword(user?.hash ?? null, password, 'known')) || undefined;
  });
}

/** Verifies the password and returns the session's new id, or throws `password_wrong`. */
export async function reauthenticate(ctx: OwnAccount, password: string): Promise<string> {
  await verifyOwnPassword(ctx, password);
  const renewed = await change(ctx, (tx, { sessionId }) =>
    renewSession(tx, ctx.session, sessionId),
  );
  await record(ctx, 'session.prove_password');
  return renewed;
}

/** Updates one's own account and ends every session but the present one. */
async function update(
  tx: Transaction,
  own: Own,
  values: Partial<typeof users.$inferInsert>,
): Promise<void> {
  const sessionVersion = own.sessionVersion + 1;
  await tx
    .update(users)
    .set({ ...values, sessionVersion })
    .where(eq(users.id, own.id));
  await tx
    .update(consoleSessions)
    .set({ sessionVersion })
    .where(eq(consoleSessions.id, own.sessionId));
}

/**
 * Changes the password, given the old one, and returns the new id of the session. Throws
 * {@link Rejection} `password_wrong`, `password_invalid`, `password_same`, `password_weak` or
 * `signed_out`.
 */
export async function changePassword(
  ctx: OwnAccount,
  { old, password }: { readonly old: string; readonly password: string },
): Promise<string> {
  const { permit, session } = ctx;
  await verifyOwnPassword(ctx, old);
  if (password === old) throw new Rejection('password_same', 'The new password is the old one.');
  const passwordHash = await hashPassword(password, session.email);
  return change(ctx, async (tx, own) => {
    await update(tx, own, { passwordHash, mustChangePassword: false });
    const renewed = await renewSession(tx, session, own.sessionId);
    await writeAudit({ tx, permit }, 'user.change_password', { target: session.email });
    return renewed;
  });
}

/** Starts an enrolment with a new secret. It has no effect before its first code. */
export async function beginSecondFactor(ctx: OwnAccount) {
  return change(ctx, (tx, own) => newSecret(tx, ctx.secondFactorBox, own));
}

/**
 * Makes a change against a code of the second factor, which is enrolled already or only begun. All
 * codes of a user share a counter, so that nobody can guess one at an open session. Throws
 * {@link Rejection} `code_wrong` or `signed_out`.
 */
function withCode<T>(
  ctx: OwnAccount,
  factor: 'enrolled' | 'begun',
  code: string,
  run: (tx: Transaction, own: Own) => Promise<T>,
): Promise<T> {
  const { session, secondFactorBox } = ctx;
  const refusal = new Rejection(
    'code_wrong',
    "Wrong code, or too many attempts. Check that the device's clock is correct.",
  );
  // Enrolling and removing a factor end the other sessions, so what this one read still holds.
  if (session.secondFactor !== (factor === 'enrolled')) return Promise.reject(refusal);
  return throttled(ctx, { counters: codeCounters(session.userId), refusal }, () =>
    change(ctx, async (tx, own) =>
      (await acceptCode(tx, secondFactorBox, own, code)) ? run(tx, own) : undefined,
    ),
  );
}

/** Completes an enrolment and returns the recovery codes, only this once. Throws `code_wrong`. */
export function enrolSecondFactor(ctx: OwnAccount, code: string): Promise<string[]> {
  const { secondFactorBox, permit, session } = ctx;
  return withCode(ctx, 'begun', code, async (tx, own) => {
    await update(tx, own, { totpConfirmedAt: new Date() });
    const codes = await renewRecoveryCodes(tx, secondFactorBox, own.id);
    await writeAudit({ tx, permit }, 'user.enrol_second_factor', { target: session.email });
    return codes;
  });
}

/** Removes one's own second factor, given one of its codes. Throws `code_wrong`. */
export async function removeSecondFactor(ctx: OwnAccount, code: string): Promise<void> {
  const { permit, session } = ctx;
  await withCode(ctx, 'enrolled', code, async (tx, own) => {
    await update(tx, own, { totpSecret: null, totpConfirmedAt: null });
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, own.id));
    await writeAudit({ tx, permit }, 'user.remove_second_factor', { target: session.email });
    return true;
  });
}

export async function setPreferences(
  ctx: OwnAccount,
  preferences: Partial<Pick<ActiveSession, 'locale' | 'theme' | 'comfortable'>>,
): Promise<void> {
  await change(ctx, (tx, { id }) => tx.update(users).set(preferences).where(eq(users.id, id)));
}

export async function endOwnSession(ctx: OwnAccount, sessionNumber: number): Promise<void> {
  await change(ctx, (tx, { id: userId }) => endSession(tx, { userId, sessionNumber }));
  await record(ctx, 'session.sign_out');
}

/** Ends all of one's own sessions, including the present one. */
export async function endAllSessions(ctx: OwnAccount): Promise<void> {
  await change(ctx, (tx, { id, sessionVersion }) =>
    tx
      .update(users)
      .set({ sessionVersion: sessionVersion + 1 })
      .where(eq(users.id, id)),
  );
  await record(ctx, 'session.sign_out');
}
