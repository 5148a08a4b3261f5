import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { consoleSessions, users } from '@/db/schema/index';
import type { SecretBox } from '@/lib/secret-box';
import { verifyPassword } from './password';
import { acceptCode, acceptRecoveryCode } from './second-factor';
import { forgetAttempts, giveBack, takeAttempt, throttleKeys } from './throttle';

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor or a recovery code; empty on the first step. */
  readonly code: string;
  readonly address: string;
}

/** `rejected` is the same for an unknown account, a wrong password and a disabled user. */
export type SignIn =
  | { readonly kind: 'signed_in'; readonly sessionId: string; readonly email: string }
  | { readonly kind: 'code_required' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'throttled'; readonly seconds: number };

export async function signIn(
  db: Database,
  box: SecretBox,
  attempt: SignInAttempt,
): Promise<SignIn> {
  const email = attempt.email.trim().toLowerCase();
  const keys = throttleKeys(email, attempt.address);
  const seconds = await takeAttempt(db, keys);
  if (seconds > 0) return { kind: 'throttled', seconds };

  const [user] = await db.select().from(users).where(eq(users.email, email));
  const matches = await verifyPassword(user?.passwordHash ?? null, attempt.password);
  if (user === undefined || !matches || user.disabledAt !== null) {
    return { kind: 'rejected' };
  }
  if (user.totpConfirmedAt !== null) {
    if (attempt.code.trim() === '') {
      await giveBack(db, keys);
      return { kind: 'code_required' };
    }
    const proven =
      (await acceptCode(db, box, user, attempt.code)) ||
      (await acceptRecoveryCode(db, user.id, attempt.code));
    if (!proven) return { kind: 'rejected' };
  }
  await forgetAttempts(db, keys);
  const sessionId = randomUUID();
  await db.transaction(async (tx) => {
    const { id: userId, sessionVersion } = user;
    await tx
      .insert(consoleSessions)
      .values({ id: sessionId, userId, sessionVersion, address: attempt.address });
    await tx
      .update(users)
      .set({ lastSignInAt: sql`clock_timestamp()` })
      .where(eq(users.id, userId));
  });
  return { kind: 'signed_in', sessionId, email };
}
