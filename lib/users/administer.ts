import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { recoveryCodes, rolePolicies, users } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import type { UserView } from './find';
import type { Role } from './roles';

/** What an administrator does to other people's accounts. Each ends the user's sessions. */

type UserChange = Partial<typeof users.$inferInsert>;

/** Writes unless somebody changed the user since `user` was read. Throws {@link Refusal}. */
async function change(tx: Transaction, user: UserView, values: UserChange): Promise<void> {
  const changed = await tx
    .update(users)
    .set({
      ...values,
      sessionVersion: sql`${users.sessionVersion} + 1`,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.id, user.id), eq(users.version, user.version)))
    .returning({ id: users.id });
  if (changed.length === 0) {
    throw new Refusal('changed_meanwhile', 'Somebody changed this user meanwhile: look again.');
  }
}

/**
 * After `user` lost something. Locks the administrators, so that two of them cannot remove each other
 * at the same moment.
 */
async function assertAdministratorLeft(tx: Transaction, user: UserView): Promise<void> {
  if (user.role !== 'admin') return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.administrators})`);
  const [row] = await tx
    .select({ administrators: count() })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.disabledAt),
        sql`${users.passwordHash} IS NOT NULL`,
      ),
    );
  if ((row?.administrators ?? 0) === 0) {
    throw new Refusal('last_administrator', 'One administrator who can sign in must remain.');
  }
}

export async function setRole(
  tx: Transaction,
  administrator: Administrator,
  user: UserView,
  role: Role,
): Promise<void> {
  if (role === user.role) return;
  await change(tx, user, { role });
  if (role !== 'admin') await assertAdministratorLeft(tx, user);
  await writeAudit(tx, administrator, {
    action: 'user.set_role',
    target: user.email,
    before: { role: user.role },
    after: { role },
  });
}

export async function setDisabled(
  tx: Transaction,
  administrator: Administrator,
  user: UserView,
  disabled: boolean,
): Promise<void> {
  if (disabled === (user.disabledAt !== null)) return;
  await change(tx, user, { disabledAt: disabled ? new Date() : null });
  if (disabled) await assertAdministratorLeft(tx, user);
  await writeAudit(tx, administrator, {
    action: disabled ? 'user.disable' : 'user.enable',
    target: user.email,
  });
}

/** For somebody who lost the device and the recovery codes. */
export async function resetSecondFactor(
  tx: Transaction,
  administrator: Administrator,
  user: UserView,
): Promise<void> {
  await change(tx, user, { totpSecret: null, totpConfirmedAt: null });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  await writeAudit(tx, administrator, { action: 'user.reset_second_factor', target: user.email });
}

/** Requires a second factor of everybody with the role, from their next click on. */
export async function requireSecondFactor(
  tx: Transaction,
  administrator: Administrator,
  role: Role,
  required: boolean,
): Promise<void> {
  await tx
    .insert(rolePolicies)
    .values({ role, secondFactorRequired: required })
    .onConflictDoUpdate({ target: rolePolicies.role, set: { secondFactorRequired: required } });
  await writeAudit(tx, administrator, {
    action: 'user.require_second_factor',
    target: role,
    after: { required },
  });
}
