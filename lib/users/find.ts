import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { integrations, rolePolicies, users } from '@/db/schema/index';
import { isAdministrator, isPlaceRole, may, ROLES, type Role } from '@/lib/access/permissions';
import { Rejection } from '@/lib/access/rejection';
import type { Deployment } from '@/lib/base/env/env';

const columns = {
  id: users.id,
  email: users.email,
  role: users.role,
  integrationId: users.integrationId,
  /** The user has not set a password yet. */
  invited: sql<boolean>`${users.passwordHash} IS NULL`,
  secondFactor: sql<boolean>`${users.totpConfirmedAt} IS NOT NULL`,
  disabledAt: users.disabledAt,
  lastSignInAt: users.lastSignInAt,
  version: users.version,
};

/** Lists staff, or the people of one integration, in the order of their e-mail addresses. */
export async function listUsers(db: Database, integrationId?: number) {
  const { email, integrationId: of } = users;
  const chosen = integrationId === undefined ? isNull(of) : eq(of, integrationId);
  return db.select(columns).from(users).where(chosen).orderBy(asc(email));
}

function hasInEmail(part: string) {
  return sql`strpos(${users.email}, ${part.toLowerCase()}) > 0`;
}

/** Finds users by a part of their e-mail address, in the order of the addresses. */
export async function searchUsers(db: Database, part: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(hasInEmail(part))
    .orderBy(asc(users.email))
    .limit(limit);
  return rows.map(({ email }) => email);
}

/** Finds people of integrations by a part of their e-mail address, with their integration. */
export async function searchPeople(db: Database, part: string, limit: number) {
  return db
    .select({ email: users.email, nombre: integrations.nombre })
    .from(users)
    .innerJoin(integrations, eq(integrations.id, users.integrationId))
    .where(hasInEmail(part))
    .orderBy(asc(users.email))
    .limit(limit);
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
 * otherwise, or it may only read a place; `chosen` is null where nobody decided.
 */
export function requiresSecondFactor(
  role: Role,
  chosen: boolean | null,
  deployment: Deployment,
): boolean {
  const onlyReads = isPlaceRole(role) && !may(role, 'integration.rotate_own');
  return (
    needsSecondFactor(role, deployment) || (chosen ?? (deployment === 'production' && !onlyReads))
  );
}

export async function requiredSecondFactor(
  db: Database | Transaction,
  deployment: Deployment,
): Promise<Role[]> {
  const rows = await db.select().from(rolePolicies);
  const chosen = new Map(rows.map((row) => [row.role, row.secondFactorRequired]));
  return ROLES.filter((role) => requiresSecondFactor(role, chosen.get(role) ?? null, deployment));
}
