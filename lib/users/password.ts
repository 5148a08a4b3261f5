import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '@/lib/refusal';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rule';

/** Hashes with argon2id and the library's defaults: 19 MiB and two passes, OWASP's first choice. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new Refusal(
      'password_invalid',
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
  return hash(password);
}

/** Replaces a missing hash, so that the comparison takes as long. */
const placeholder = hash('the password of nobody at all');

/** Verifies a password. Without a stored hash it takes as long and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(
    stored ?? (await placeholder),
    password.slice(0, MAX_PASSWORD_LENGTH + 1),
  );
  return matches && stored !== null;
}
