import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '@/lib/access/rejection';
import { ProcessWide } from '@/lib/base/process/process-wide';
import { Slots } from '@/lib/base/process/slots';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MIN_STRENGTH } from './rules';

/**
 * Kind of client: a known device or an open session, or anybody else. Each kind has its own queue,
 * so that unknown browsers cannot keep out somebody who has signed in before.
 */
export type Asker = 'known' | 'stranger';

/** One computation for each asker: 19 MiB and 20 to 50 ms of a core each. */
const WAITING = { max: 1, maxPerKey: 1, maxWaiting: 32, waitMs: 5_000 };

const shared = new ProcessWide<Readonly<Record<Asker, Slots>>>('password queues');

async function inTurn<T>(asker: Asker, compute: () => Promise<T>): Promise<T> {
  const queues = shared.get() ?? { known: new Slots(WAITING), stranger: new Slots(WAITING) };
  shared.set(queues);
  const release = await queues[asker].acquire(asker);
  if (release === undefined) throw new Rejection('busy', 'Too many passwords are being checked.');
  return compute().finally(release);
}

/**
 * Hashes a new password with argon2id and the library's defaults: 19 MiB and two passes, OWASP's
 * first choice. Throws {@link Rejection} `password_invalid`, `password_weak` or `busy`.
 */
export async function hashPassword(password: string, email: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new Rejection(
      'password_invalid',
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
  const [{ COMMON_PASSWORDS }, { strengthOf }] = await Promise.all([
    import('./common-passwords'),
    import('./password-strength'),
  ]);
  const common = COMMON_PASSWORDS.has(password.toLowerCase());
  if (common || strengthOf(password, email) < MIN_STRENGTH) {
    throw new Rejection('password_weak', 'The password is easy to guess: use unrelated words.');
  }
  return inTurn('known', () => hash(password));
}

/** Replaces a missing hash, so that the comparison takes as long. */
const placeholder = hash('the password of nobody at all');

/** Verifies a password; without a stored hash it takes as long. Throws {@link Rejection} `busy`. */
export async function verifyPassword(
  stored: string | null,
  password: string,
  asker: Asker,
): Promise<boolean> {
  const expected = stored ?? (await placeholder);
  const given = password.slice(0, MAX_PASSWORD_LENGTH + 1);
  return (await inTurn(asker, () => verify(expected, given))) && stored !== null;
}
