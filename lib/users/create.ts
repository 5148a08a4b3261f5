import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '@/db/client';
import { users } from '@/db/schema/index';
import type { Role } from '@/lib/access/permissions';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { hashPassword } from './password';
import { normalEmail } from './rules';

export interface NewUser {
  readonly email: string;
  readonly role: Role;
  /** Without one, a password is generated and returned this once. */
  readonly password?: string | undefined;
  /** False when only the user knows the password. */
  readonly mustChangePassword?: boolean;
}

const GENERATED_PASSWORD_BYTES = 18;

/**
 * Creates a user, who must change the password at the first sign-in. Throws {@link Rejection}
 * `email_invalid`, `email_taken`, `password_invalid` or `password_weak`.
 */
export async function createUser(
  ctx: Change<'user.create'>,
  { email: address, role, password, mustChangePassword = true }: NewUser,
): Promise<{ email: string; role: Role; generatedPassword: string | undefined }> {
  const generatedPassword =
    password === undefined
      ? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
      : undefined;
  const passwordHash = await hashPassword(password ?? generatedPassword ?? '', address);
  const user = { email: address, role, passwordHash, mustChangePassword };
  const { email } = await insertUser(ctx.tx, user);
  await writeAudit(ctx, 'user.create', { target: email, after: { role } });
  return { email, role, generatedPassword };
}

/** Throws {@link Rejection} `email_invalid` or `email_taken`. */
export async function insertUser(tx: Transaction, user: typeof users.$inferInsert) {
  const email = normalEmail(user.email);
  if (!z.email().safeParse(email).success) {
    throw new Rejection('email_invalid', `${user.email} is not an e-mail address.`);
  }
  const [created] = await tx
    .insert(users)
    .values({ ...user, email })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (created === undefined)
    throw new Rejection('email_taken', `There is already a user ${email}.`);
  return { id: created.id, email };
}
