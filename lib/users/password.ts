import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '@/lib/refusal';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rule';

/** argon2id with the library's defaults (19 MiB, two passes: OWASP's first choice). */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new Refusal(
      'password_invalid',
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
  return hash(password);
}

/** Compared with when there is nothing to compare with, so that it takes the same time. */
const nobody = hash('the password of nobody at all');

/** Without a stored hash it works as hard and says no. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(
    stored ?? (await nobody),
    password.slice(0, MAX_PASSWORD_LENGTH + 1),
  );
  return matches && stored !== null;
}
