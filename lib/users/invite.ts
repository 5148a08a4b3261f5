import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { invitations, users } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import { hashPassword } from './password';
import type { Role } from './roles';

const VALID_HOURS = 72;
const CODE_BYTES = 24;

/**
 * Makes a user without a password and the code of a one-time link that sets one, returned this once.
 * Throws {@link Refusal} `email_invalid`, `email_taken`.
 */
export async function inviteUser(
  tx: Transaction,
  administrator: Administrator,
  invited: { readonly email: string; readonly role: Role },
): Promise<{ code: string }> {
  const email = invited.email.trim().toLowerCase();
  if (!z.email().safeParse(email).success) {
    throw new Refusal('email_invalid', `${invited.email} is not an e-mail address.`);
  }
  const [created] = await tx
    .insert(users)
    .values({ email, role: invited.role })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (created === undefined) throw new Refusal('email_taken', `There is already a user ${email}.`);
  const code = await newInvitation(tx, created.id);
  await writeAudit(tx, administrator, {
    action: 'user.invite',
    target: email,
    after: { role: invited.role },
  });
  return { code };
}

/**
 * A new link for a user who has no password yet; any earlier one ends. Throws {@link Refusal}
 * `changed_meanwhile`.
 */
export async function renewInvitation(
  tx: Transaction,
  administrator: Administrator,
  user: { readonly id: number; readonly email: string; readonly invited: boolean },
): Promise<{ code: string }> {
  // For anybody else the link would be a way to take the account over.
  if (!user.invited) {
    throw new Refusal('changed_meanwhile', 'This user has set a password meanwhile: look again.');
  }
  await tx.delete(invitations).where(eq(invitations.userId, user.id));
  const code = await newInvitation(tx, user.id);
  await writeAudit(tx, administrator, { action: 'user.invite_again', target: user.email });
  return { code };
}

async function newInvitation(tx: Transaction, userId: number): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const expiresAt = sql`clock_timestamp() + make_interval(hours => ${VALID_HOURS})`;
  await tx.insert(invitations).values({ digest: digestOf(code), userId, expiresAt });
  return code;
}

const open = (code: string) =>
  and(
    eq(invitations.digest, digestOf(code)),
    isNull(invitations.usedAt),
    gt(invitations.expiresAt, sql`clock_timestamp()`),
  );

/** E-mail of the user whom a link is for; `undefined` when it is used, too old or made up. */
export async function readInvitation(db: Database, code: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: users.email })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(and(open(code), isNull(users.disabledAt)));
  return row?.email;
}

/** Sets the password of an invited user. Throws {@link Refusal} `invitation_invalid`, `password_invalid`. */
export async function acceptInvitation(
  tx: Transaction,
  code: string,
  password: string,
): Promise<void> {
  const [used] = await tx
    .update(invitations)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(open(code))
    .returning({ userId: invitations.userId });
  if (used === undefined) {
    throw new Refusal('invitation_invalid', 'The link is not valid any more.');
  }
  // Only now: without a link nobody makes the server work for a hash.
  const passwordHash = await hashPassword(password);
  const [user] = await tx
    .update(users)
    .set({ passwordHash, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, used.userId), isNull(users.disabledAt)))
    .returning({ email: users.email });
  if (user === undefined) {
    throw new Refusal('invitation_invalid', 'The link is for a user who was disabled.');
  }
  const by = { actor: user.email, address: null };
  await writeAudit(tx, by, { action: 'user.accept_invitation', target: user.email });
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
