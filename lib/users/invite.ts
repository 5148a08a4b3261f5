import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { invitations, users } from '@/db/schema/index';
import type { Role } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { insertUser } from './create';
import { hashPassword } from './password';

const VALID_HOURS = 72;
const CODE_BYTES = 24;
/** People of one integration who are not disabled. */
const MOST_PEOPLE = 20;

interface InviteInput {
  readonly email: string;
  readonly role: Role;
  /** The integration of somebody with a role of its place. */
  readonly integrationId?: number | undefined;
}

/**
 * Creates a user without a password, and the code of a one-time link that sets one. The code is
 * returned only this once. Throws {@link Rejection} `email_invalid`, `email_taken` or `too_many_people`.
 */
export async function inviteUser(
  ctx: Change<'user.invite'>,
  { email: address, role, integrationId }: InviteInput,
): Promise<{ code: string; email: string }> {
  await assertRoom(ctx.tx, integrationId ?? null);
  const { id, email } = await insertUser(ctx.tx, { email: address, role, integrationId });
  const code = await newInvitation(ctx.tx, id);
  await writeAudit(ctx, 'user.invite', { target: email, integrationId, after: { role } });
  return { code, email };
}

/** Throws {@link Rejection} `too_many_people` where another person is one too many. */
export async function assertRoom(tx: Transaction, integrationId: number | null): Promise<void> {
  if (integrationId === null) return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.people})`);
  const people = and(eq(users.integrationId, integrationId), isNull(users.disabledAt));
  const [row] = await tx.select({ there: count() }).from(users).where(people);
  if ((row?.there ?? 0) >= MOST_PEOPLE) {
    throw new Rejection('too_many_people', `At most ${MOST_PEOPLE} people per integration.`);
  }
}

/** Replaces the links of a user who has no password with a new one, and returns its code. */
export async function newInvitation(tx: Transaction, userId: number): Promise<string> {
  await tx.delete(invitations).where(eq(invitations.userId, userId));
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

/** Returns the invited user's e-mail; undefined if the link was used, expired or is unknown. */
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
  readonly address?: string | null;
}

/**
 * Sets the password of an invited user; the code of the link authenticates the user. Throws {@link Rejection}
 * `invitation_invalid`, `password_invalid` or `password_weak`.
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
    throw new Rejection('invitation_invalid', 'The link is not valid any more.');
  }
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, used.userId), isNull(users.disabledAt)))
    .for('no key update');
  if (user === undefined) {
    throw new Rejection('invitation_invalid', 'The link is for a user who was disabled.');
  }
  // Hashes after the check, so that nobody without a link can make the server hash.
  const passwordHash = await hashPassword(password, user.email);
  await tx
    .update(users)
    .set({ passwordHash, version: sql`${users.version} + 1` })
    .where(eq(users.id, used.userId));
  const permit = Permit.byInvitation(user.email, address);
  await writeAudit({ tx, permit }, 'user.accept_invitation', { target: user.email });
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
