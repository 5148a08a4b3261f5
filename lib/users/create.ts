import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '@/db/client';
import { users } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import { hashPassword } from './password';
import type { Role } from './roles';

export interface NewUser {
  readonly email: string;
  readonly role: Role;
  /** Absent: one is generated and returned this once. */
  readonly password?: string | undefined;
}

const GENERATED_PASSWORD_BYTES = 18;

/** Makes a console user. Throws {@link Refusal} `email_invalid`, `email_taken`, `password_invalid`. */
export async function createUser(
  tx: Transaction,
  administrator: Administrator,
  user: NewUser,
): Promise<{ email: string; role: Role; generatedPassword: string | undefined }> {
  const email = user.email.trim().toLowerCase();
  if (!z.email().safeParse(email).success) {
    throw new Refusal('email_invalid', `${user.email} is not an e-mail address.`);
  }
  const generatedPassword =
    user.password === undefined
      ? randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url')
      : undefined;
  const passwordHash = await hashPassword(user.password ?? generatedPassword ?? '');
  const [created] = await tx
    .insert(users)
    .values({ email, role: user.role, passwordHash })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (created === undefined) throw new Refusal('email_taken', `There is already a user ${email}.`);
  await writeAudit(tx, administrator, {
    action: 'user.create',
    target: email,
    after: { role: user.role },
  });
  return { email, role: user.role, generatedPassword };
}
