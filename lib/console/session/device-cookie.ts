import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/lib/base/sealing/derive-key';
import { normalEmail } from '@/lib/users/email';

/**
 * The device cookie remembers the accounts that a browser has signed in to, so that sign-in can
 * treat a known device apart from strangers. It proves nothing else. Value: an id, then a keyed
 * digest of the id and each account, newest first.
 */

export const DEVICE_COOKIE = 'pasarela-device';
export const DEVICE_COOKIE_AGE_S = 365 * 86_400;

const PATTERN = /^([0-9a-f-]{36})((?:\.[\w-]{43}){1,4})$/;
const MAX_ACCOUNTS = 4;

/** Returns the id of a device that has signed in to this account. */
export function knownDevice(
  cookie: string | undefined,
  email: string,
  secret: string,
): string | undefined {
  const { id, digests } = parse(cookie);
  const expected = Buffer.from(digestOf(id, email, secret));
  return digests.some((digest) => timingSafeEqual(Buffer.from(digest), expected)) ? id : undefined;
}

export function rememberAccount(cookie: string | undefined, email: string, secret: string): string {
  const { id, digests } = parse(cookie);
  const added = digestOf(id, email, secret);
  const others = digests.filter((digest) => digest !== added);
  return [id, added, ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

function parse(cookie = ''): { readonly id: string; readonly digests: readonly string[] } {
  const [, id = randomUUID(), digests = ''] = PATTERN.exec(cookie) ?? [];
  return { id, digests: digests.split('.').slice(1) };
}

function digestOf(id: string, email: string, secret: string): string {
  const key = deriveKey(secret, 'device cookie');
  return createHmac('sha256', key)
    .update(`${id} ${normalEmail(email)}`)
    .digest('base64url');
}
