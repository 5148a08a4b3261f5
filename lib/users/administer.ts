import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { recoveryCodes, rolePolicies, users } from '@/db/schema/index';
import {
  isAdministrator,
  isPlaceRole,
  may,
  type Permission,
  ROLES,
  type Role,
} from '@/lib/access/permissions';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { lockUser, type UserView } from './find';
import { assertRoom, newInvitation } from './invite';
import { pauseNotices } from './pause-notices';
import { type ActiveSession, lockOwn } from './sessions';

/** Changes to other people's accounts. Each ends the user's sessions. */

export interface UserInput {
  readonly id: number;
  /** The version that the form showed. */
  readonly expected?: number | undefined;
}

/** The console's context names the session that makes the change. */
interface UserChange<A extends Permission> extends Change<A> {
  readonly session?: ActiveSession;
}

/** Names a user in an audit row, and the integration to which the user belongs. */
function of({ email, integrationId }: UserView) {
  return { target: email, integrationId: integrationId ?? undefined };
}

/**
 * Throws {@link Rejection} `changed_meanwhile`, and `signed_out` when administrators change themselves
 * from a session that was ended while the user was being locked.
 */
async function update(
  { tx, session }: UserChange<never>,
  user: UserView,
  expected: number | undefined,
  values: Partial<typeof users.$inferInsert>,
): Promise<void> {
  if (session?.userId === user.id) await lockOwn(tx, session);
  assertUnchanged(expected === undefined || expected === user.version, 'user');
  await tx
    .update(users)
    .set({
      ...values,
      sessionVersion: sql`${users.sessionVersion} + 1`,
      version: user.version + 1,
    })
    .where(eq(users.id, user.id));
}

/**
 * Call after a change that may take access from `user`. Throws {@link Rejection} `last_administrator`
 * when nobody is left who can sign in and set roles. A lock keeps two administrators from removing
 * each other at once.
 */
async function assertAdministratorLeft(tx: Transaction, user: UserView): Promise<void> {
  if (!isAdministrator(user.role)) return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.administrators})`);
  const administers = inArray(users.role, ROLES.filter(isAdministrator));
  const canSignIn = and(isNull(users.disabledAt), sql`${users.passwordHash} IS NOT NULL`);
  const [row] = await tx.select({ left: count() }).from(users).where(and(administers, canSignIn));
  if (!row?.left) {
    throw new Rejection('last_administrator', 'One administrator who can sign in must remain.');
  }
}

/** Tells whether people with a role may see where notices are sent. */
function receives(role: Role): boolean {
  return may(role, 'notice.configure') || may(role, 'notice.configure_own');
}

/** Throws {@link Rejection} `role_of_other_kind` between staff and people of an integration. */
export async function setRole(
  ctx: UserChange<'user.set_role'>,
  { id, expected, role }: UserInput & { readonly role: Role },
): Promise<void> {
  const user = await lockUser(ctx.tx, id);
  if (user.role === role) return;
  if (isPlaceRole(role) !== isPlaceRole(user.role)) {
    throw new Rejection(
      'role_of_other_kind',
      'Staff and people of integrations stay what they are.',
    );
  }
  await update(ctx, user, expected, { role });
  await assertAdministratorLeft(ctx.tx, user);
  const paused = receives(user.role) && !receives(role) ? await pauseNotices(ctx.tx, user) : 0;
  await writeAudit(ctx, 'user.set_role', {
    ...of(user),
    before: { role: user.role },
    after: { role, ...(paused > 0 && { noticesPaused: paused }) },
  });
}

export async function disableUser(
  ctx: UserChange<'user.disable'>,
  { id, expected }: UserInput,
): Promise<void> {
  const user = await lockUser(ctx.tx, id);
  if (user.disabledAt !== null) return;
  await update(ctx, user, expected, { disabledAt: new Date() });
  await assertAdministratorLeft(ctx.tx, user);
  const paused = await pauseNotices(ctx.tx, user);
  const after = paused > 0 ? { after: { noticesPaused: paused } } : {};
  await writeAudit(ctx, 'user.disable', { ...of(user), ...after });
}

/** Throws {@link Rejection} `too_many_people` for somebody of an integration that has no room. */
export async function enableUser(
  ctx: UserChange<'user.enable'>,
  { id, expected }: UserInput,
): Promise<void> {
  const user = await lockUser(ctx.tx, id);
  if (user.disabledAt === null) return;
  await assertRoom(ctx.tx, user.integrationId);
  await update(ctx, user, expected, { disabledAt: null });
  await writeAudit(ctx, 'user.enable', of(user));
}

/**
 * Takes a user's password and identity provider's account away, and returns the code of a one-time
 * link that sets another password. The second factor stays.
 */
export async function resetAccess(
  ctx: UserChange<'user.reset_access'>,
  { id, expected }: UserInput,
): Promise<{ code: string; email: string }> {
  const user = await lockUser(ctx.tx, id);
  const values = { passwordHash: null, mustChangePassword: false, identity: null };
  await update(ctx, user, expected, values);
  await assertAdministratorLeft(ctx.tx, user);
  const code = await newInvitation(ctx.tx, id);
  await writeAudit(ctx, 'user.reset_access', of(user));
  return { code, email: user.email };
}

/** Removes the second factor of somebody who lost the device and the recovery codes. */
export async function resetSecondFactor(
  ctx: UserChange<'user.reset_second_factor'>,
  { id, expected }: UserInput,
): Promise<void> {
  const user = await lockUser(ctx.tx, id);
  await update(ctx, user, expected, { totpSecret: null, totpConfirmedAt: null });
  await ctx.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await writeAudit(ctx, 'user.reset_second_factor', of(user));
}

/** Sets whether a role requires a second factor, from its users' next click. */
export async function requireSecondFactor(
  ctx: Change<'user.require_second_factor'>,
  { role, required }: { readonly role: Role; readonly required: boolean },
): Promise<void> {
  await ctx.tx
    .insert(rolePolicies)
    .values({ role, secondFactorRequired: required })
    .onConflictDoUpdate({ target: rolePolicies.role, set: { secondFactorRequired: required } });
  await writeAudit(ctx, 'user.require_second_factor', { target: role, after: { required } });
}
