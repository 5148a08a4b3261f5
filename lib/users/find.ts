import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { rolePolicies, users } from '@/db/schema/index';
import type { Role } from '@/lib/permissions';
import { Refusal } from '@/lib/refusal';
import type { Sort } from '@/lib/sort';

/** A user of the console without hash and secret. */
export interface UserView {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** The user has not set a password yet. */
  readonly invited: boolean;
  readonly secondFactor: boolean;
  readonly disabledAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly version: number;
}

const columns = {
  id: users.id,
  email: users.email,
  role: users.role,
  invited: sql<boolean>`${users.passwordHash} IS NULL`,
  secondFactor: sql<boolean>`${users.totpConfirmedAt} IS NOT NULL`,
  disabledAt: users.disabledAt,
  lastSignInAt: users.lastSignInAt,
  version: users.version,
};

const orders = { email: users.email, role: users.role, lastSignIn: users.lastSignInAt };

export const USER_ORDERS = [
  'email',
  'role',
  'lastSignIn',
] as const satisfies (keyof typeof orders)[];

/** Sorted by last sign-in, users who never signed in count as the longest ago. */
export async function listUsers(
  db: Database,
  { column, direction }: Sort<(typeof USER_ORDERS)[number]>,
): Promise<UserView[]> {
  const by = orders[column];
  const order = direction === 'asc' ? sql`${by} ASC NULLS FIRST` : sql`${by} DESC NULLS LAST`;
  return db.select(columns).from(users).orderBy(order, asc(users.email));
}

/**
 * Finds a user and locks it: until the end of the transaction nobody else changes it. Throws
 * {@link Refusal} `user_not_found`.
 */
export async function lockUser(tx: Transaction, id: number): Promise<UserView> {
  const [found] = await tx.select(columns).from(users).where(eq(users.id, id)).for('no key update');
  if (found === undefined) throw new Refusal('user_not_found', 'There is no such user.');
  return found;
}

/** The roles that require a second factor. */
export async function requiredSecondFactor(db: Database): Promise<Role[]> {
  const rows = await db
    .select({ role: rolePolicies.role })
    .from(rolePolicies)
    .where(eq(rolePolicies.secondFactorRequired, true));
  return rows.map(({ role }) => role);
}
