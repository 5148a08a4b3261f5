import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { invitations, users } from '@/db/schema/index';
import { type Change, Permit } from '@/lib/audit/permit';
import { writeAudit } from '@/lib/audit/write';
import type { Role } from '@/lib/permissions';
import { assertUnchanged, Refusal } from '@/lib/refusal';
import { insertUser } from './create';
import { lockUser } from './find';
import { hashPassword } from './password';

const VALID_HOURS = 72;
const CODE_BYTES = 24;

/**
 * Creates a user without a password, and the code of a one-time link that sets one. The code is
 * returned only this once. Throws {@link Refusal} `email_invalid` or `email_taken`.
 */
export async function inviteUser(
  ctx: Change<'user.invite'>,
  { email: address, role }: { readonly email: string; readonly role: Role },
): Promise<{ code: string }> {
  const { id, email } = await insertUser(ctx.tx, { email: address, role });
  const code = await newInvitation(ctx.tx, id);
  await writeAudit(ctx, 'user.invite', { target: email, after: { role } });
  return { code };
}

/**
 * Replaces the link of a user who has no password yet. Throws {@link Refusal} `changed_meanwhile`
 * when the user has one, because the link could then take the account over.
 */
export async function inviteAgain(
  ctx: Change<'user.invite_again'>,
  { id }: { readonly id: number },
): Promise<{ code: string }> {
  const { email, invited } = await lockUser(ctx.tx, id);
  assertUnchanged(invited, 'user');
  await ctx.tx.delete(invitations).where(eq(invitations.userId, id));
  const code = await newInvitation(ctx.tx, id);
  await writeAudit(ctx, 'user.invite_again', { target: email });
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

/**
 * Returns the e-mail of the invited user; undefined if the link was used, has expired or is
 * unknown.
 */
export async function readInvitation(db: Database, code: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: users.email })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(and(open(code), isNull(users.disabledAt)));
  return row?.email;
}

interface InvitedContext {
  readonly tx: Transaction;
  /** Address of the request. */
  readonly address?: string | null;
}

/**
 * Sets the password of an invited user; the code of the link is the proof. Throws {@link Refusal}
 * `invitation_invalid` or `password_invalid`.
 */
export async function acceptInvitation(
  { tx, address = null }: InvitedContext,
  { code, password }: { readonly code: string; readonly password: string },
): Promise<void> {
  const [used] = await tx
    .update(invitations)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(open(code))
    .returning({ userId: invitations.userId });
  if (used === undefined) {
    throw new Refusal('invitation_invalid', 'The link is not valid any more.');
  }
  // Hashes after the check, so that nobody without a link can make the server hash.
  const passwordHash = await hashPassword(password);
  const [user] = await tx
    .update(users)
    .set({ passwordHash, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, used.userId), isNull(users.disabledAt)))
    .returning({ email: users.email });
  if (user === undefined) {
    throw new Refusal('invitation_invalid', 'The link is for a user who was disabled.');
  }
  const permit = Permit.byInvitation(user.email, address);
  await writeAudit({ tx, permit }, 'user.accept_invitation', { target: user.email });
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
