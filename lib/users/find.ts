import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { rolePolicies, users } from '@/db/schema/index';
import { isAdministrator, ROLES, type Role } from '@/lib/access/permissions';
import { Rejection } from '@/lib/access/rejection';
import type { Deployment } from '@/lib/base/env/env';

const columns = {
  id: users.id,
  email: users.email,
  role: users.role,
  /** The user has not set a password yet. */
  invited: sql<boolean>`${users.passwordHash} IS NULL`,
  secondFactor: sql<boolean>`${users.totpConfirmedAt} IS NOT NULL`,
  disabledAt: users.disabledAt,
  lastSignInAt: users.lastSignInAt,
  version: users.version,
};

/** Lists users in the order of their e-mail addresses. */
export async function listUsers(db: Database) {
  return db.select(columns).from(users).orderBy(asc(users.email));
}

/** Finds users by a part of their e-mail address, in the order of the addresses. */
export async function searchUsers(db: Database, part: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(sql`strpos(${users.email}, ${part.toLowerCase()}) > 0`)
    .orderBy(asc(users.email))
    .limit(limit);
  return rows.map(({ email }) => email);
}

/** Finds a user by e-mail address. Throws {@link Rejection} `user_not_found`. */
export async function userIdOf(db: Database | Transaction, email: string): Promise<number> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user === undefined) throw new Rejection('user_not_found', 'There is no such user.');
  return user.id;
}

/** Finds a user and locks it. Throws {@link Rejection} `user_not_found`. */
export async function lockUser(tx: Transaction, id: number) {
  const [found] = await tx.select(columns).from(users).where(eq(users.id, id)).for('no key update');
  if (found === undefined) throw new Rejection('user_not_found', 'There is no such user.');
  return found;
}

/** A user of the console, without password hash and secret. */
export type UserView = Awaited<ReturnType<typeof lockUser>>;

/** True for roles that need a second factor whatever an administrator sets. */
export function needsSecondFactor(role: Role, deployment: Deployment): boolean {
  return deployment === 'production' && isAdministrator(role);
}

/**
 * True when a role requires a second factor. In production it does unless an administrator decided
 * otherwise; `chosen` is null where nobody decided.
 */
export function requiresSecondFactor(
  role: Role,
  chosen: boolean | null,
  deployment: Deployment,
): boolean {
  return needsSecondFactor(role, deployment) || (chosen ?? deployment === 'production');
}

export async function requiredSecondFactor(
  db: Database | Transaction,
  deployment: Deployment,
): Promise<Role[]> {
  const rows = await db.select().from(rolePolicies);
  const chosen = new Map(rows.map((row) => [row.role, row.secondFactorRequired]));
  return ROLES.filter((role) => requiresSecondFactor(role, chosen.get(role) ?? null, deployment));
}
