import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { consoleSessions, users } from '@/db/schema/index';
import { isAdministrator } from '@/lib/access/permissions';
import { Rejection } from '@/lib/access/rejection';
import type { Deployment } from '@/lib/base/env/env';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import { requiredSecondFactor } from './find';
import { verifyPassword } from './password';
import { normalEmail } from './rules';
import { acceptCode, acceptRecoveryCode } from './second-factor';
import { endSessions } from './sessions';
import {
  codeCounters,
  countAttempt,
  forgetAttempts,
  giveBack,
  signInCounters,
  takeAttempt,
} from './throttle';

interface SignInContext {
  readonly db: Database;
  readonly secondFactorBox: SecretBox;
}

export interface Browser {
  readonly address: string;
  /** The session that this browser has already; a new one ends it. */
  readonly previousSessionId: string | undefined;
}

export interface SignInAttempt extends Browser {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor or a recovery code; empty on the first step. */
  readonly code: string;
  /** The device, if this browser has signed in to the account before. */
  readonly deviceId: string | undefined;
}

type User = typeof users.$inferSelect;

/** `rejected` is the same for an unknown account, a wrong password and a disabled user. */
export type SignIn =
  | ({ readonly kind: 'signed_in'; readonly email: string } & OpenedSession)
  | { readonly kind: 'code_required' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'throttled'; readonly seconds: number };

type Verdict =
  | { readonly kind: 'verified'; readonly user: User }
  | Exclude<SignIn, { kind: 'signed_in' }>;

/** Signs in with e-mail, password and, if the account has one, the second factor. */
export async function signIn(ctx: SignInContext, given: SignInAttempt): Promise<SignIn> {
  const { db } = ctx;
  const attempt = { ...given, email: normalEmail(given.email) };
  const counters = signInCounters(attempt);
  const seconds = await takeAttempt(db, counters);
  if (seconds > 0) return { kind: 'throttled', seconds };

  const verdict = await verify(ctx, attempt);
  switch (verdict.kind) {
    case 'rejected':
      return verdict;
    case 'busy':
    case 'code_required':
    case 'throttled':
      await giveBack(db, counters);
      return verdict;
    case 'verified': {
      await forgetAttempts(db, counters);
      const opened = await openSession(db, verdict.user, attempt);
      return { kind: 'signed_in', email: attempt.email, ...opened };
    }
  }
}

async function verify(
  { db, secondFactorBox }: SignInContext,
  { email, password, code, deviceId }: SignInAttempt,
): Promise<Verdict> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const asker = deviceId === undefined ? 'stranger' : 'known';
  try {
    const matches = await verifyPassword(user?.passwordHash ?? null, password, asker);
    if (user === undefined || !matches || user.disabledAt !== null) return { kind: 'rejected' };
  } catch (error) {
    if (error instanceof Rejection) return { kind: 'busy' };
    throw error;
  }
  if (user.totpConfirmedAt === null) return { kind: 'verified', user };
  if (code.trim() === '') return { kind: 'code_required' };
  const outcome = await countAttempt(db, codeCounters(user.id), async () => {
    const isVerified =
      (await acceptCode(db, secondFactorBox, user, code)) ||
      (await acceptRecoveryCode(db, secondFactorBox, user.id, code));
    return isVerified || undefined;
  });
  return outcome.kind === 'accepted' ? { kind: 'verified', user } : outcome;
}

/** A person whom the identity provider vouches for. */
export interface Identity extends Browser {
  readonly issuer: string;
  /** Never given to another account of this provider. */
  readonly subject: string;
  /** Verified by the provider. */
  readonly email: string;
  readonly secondFactor: boolean;
}

/**
 * Signs in an existing user by the account at the identity provider. The first time, the verified
 * e-mail address finds the user, who then belongs to that account. Administrators and
 * people of integrations need their own password here. Where a user needs a second factor here, the provider must have asked
 * for one.
 */
export async function signInWithIdentity(
  { db, deployment }: Pick<SignInContext, 'db'> & { readonly deployment: Deployment },
  given: Identity,
): Promise<SignIn> {
  const identity = `${given.issuer} ${given.subject}`;
  const user = await userOfIdentity(db, given, identity);
  if (user === undefined || user.disabledAt !== null) return { kind: 'rejected' };
  if (isAdministrator(user.role) || user.integrationId !== null) return { kind: 'rejected' };
  const required = await requiredSecondFactor(db, deployment);
  const needsFactor = required.includes(user.role) || user.totpConfirmedAt !== null;
  if (needsFactor && !given.secondFactor) return { kind: 'rejected' };
  const opened = await openSession(db, user, given, { identity });
  return { kind: 'signed_in', email: user.email, ...opened };
}

/**
 * Finds the user who belongs to an account, else the user with its address and with no account. After
 * a reset the address finds nobody before the password is set, so that whoever holds the account at
 * the provider does not come straight back. Somebody invited has never signed in.
 */
async function userOfIdentity(db: Database, { issuer, email }: Identity, identity: string) {
  // Accounts of an earlier provider say nothing about those of this one.
  const isReset = and(isNull(users.passwordHash), isNotNull(users.lastSignInAt));
  const isFree = or(
    and(isNull(users.identity), not(sql`(${isReset})`)),
    not(sql`starts_with(${users.identity}, ${`${issuer} `})`),
  );
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.identity, identity), and(eq(users.email, normalEmail(email)), isFree)))
    .orderBy(desc(sql`${users.identity} IS NOT DISTINCT FROM ${identity}`))
    .limit(1);
  return user;
}

interface OpenedSession {
  readonly sessionId: string;
  readonly sessionNumber: number;
}

/**
 * Opens a session of the user as it was read. If the user's sessions were ended meanwhile, this one
 * has ended too, and `values` are not stored.
 */
async function openSession(
  db: Database,
  { id: userId, sessionVersion }: User,
  { address, previousSessionId }: Browser,
  values: Partial<Pick<User, 'identity'>> = {},
): Promise<OpenedSession> {
  const sessionId = randomUUID();
  return db.transaction(async (tx) => {
    // Locks the user before the session, as changes to one's own account do.
    await tx
      .update(users)
      .set({ ...values, lastSignInAt: sql`clock_timestamp()` })
      .where(and(eq(users.id, userId), eq(users.sessionVersion, sessionVersion)));
    if (previousSessionId !== undefined) {
      await endSessions(tx, eq(consoleSessions.id, previousSessionId));
    }
    const [opened] = await tx
      .insert(consoleSessions)
      .values({ id: sessionId, userId, sessionVersion, address })
      .returning({ sessionNumber: consoleSessions.number });
    if (opened === undefined) throw new Error('The session was not stored.');
    return { sessionId, ...opened };
  });
}
