import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new token, and the parts that the database stores. */
export interface IssuedToken {
  readonly token: string;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
}

/** Generates a token: 32 random bytes after a prefix that names the deployment. */
export function issueToken(deployment: 'development' | 'production'): IssuedToken {
  const prefix = deployment === 'production' ? 'pas_live_' : 'pas_dev_';
  const token = prefix + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, digest: digestToken(token), prefix, lastFour: token.slice(-4) };
}

/** Writes the visible parts of a token: its prefix and its last four characters. */
export function maskedToken({
  prefix,
  lastFour,
}: Pick<IssuedToken, 'prefix' | 'lastFour'>): string {
  return `${prefix}…${lastFour}`;
}

/** True for a token sent in place of a name, in any case. It must not be stored. */
export function looksLikeToken(text: string): boolean {
  return /^pas_(live|dev)_/i.test(text);
}

/** Computes the SHA-256 of a token. That is enough, because the token is random. */
export function digestToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

const NOBODY = Buffer.alloc(32);

/** Finds the candidate with this digest in constant time, even if there are no candidates. */
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
