import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new token and what the database keeps of it. */
export interface IssuedToken {
  readonly token: string;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
}

/**
 * Generates 32 random bytes behind a prefix that names the deployment, so that leaks are
 * recognised.
 */
export function issueToken(deployment: 'development' | 'production'): IssuedToken {
  const prefix = deployment === 'production' ? 'pas_live_' : 'pas_dev_';
  const token = prefix + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, digest: digestToken(token), prefix, lastFour: token.slice(-4) };
}

/** A token as people may see it: its prefix and its last four characters. */
export function maskedToken({
  prefix,
  lastFour,
}: Pick<IssuedToken, 'prefix' | 'lastFour'>): string {
  return `${prefix}…${lastFour}`;
}

/** Recognises a token sent in place of a name, in any case: such a name must not be stored. */
export function looksLikeToken(text: string): boolean {
  return /^pas_(live|dev)_/i.test(text);
}

/** SHA-256 is enough: the token is random, so there is nothing to guess from its digest. */
export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const NOBODY = Buffer.alloc(32);

/**
 * Finds the candidate with this digest, in constant time. It compares even without candidates, so
 * that an unknown name costs as much as a wrong token.
 */
export function matchDigest<T extends { readonly digest: Buffer }>(
  digest: Buffer,
  candidates: readonly T[],
): T | undefined {
  if (candidates.length === 0) timingSafeEqual(digest, NOBODY);
  let match: T | undefined;
  for (const candidate of candidates) {
    if (timingSafeEqual(digest, candidate.digest)) match = candidate;
  }
  return match;
}
