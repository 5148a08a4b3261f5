import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new token as shown once, and what is kept of it. */
export interface IssuedToken {
  readonly token: string;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
}

/** 32 random bytes behind a prefix that names the deployment, so that a leaked one is recognised. */
export function issueToken(deployment: 'development' | 'production'): IssuedToken {
  const prefix = deployment === 'production' ? 'pas_live_' : 'pas_dev_';
  const token = prefix + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, digest: digestToken(token), prefix, lastFour: token.slice(-4) };
}

/** A token sent in the place of a name must not be kept anywhere. In any case, as names are. */
export function looksLikeToken(text: string): boolean {
  return /^pas_(live|dev)_/i.test(text);
}

/** SHA-256 is enough: the token is random, so there is nothing to guess from its digest. */
export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const NOBODY = Buffer.alloc(32);

/**
 * Compares with every candidate in constant time. Without candidates it compares all the same, so
 * that an unknown name costs the work of a wrong token.
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
