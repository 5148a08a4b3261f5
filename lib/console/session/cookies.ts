import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import { deriveKey } from '@/lib/base/sealing/derive-key';
import { normalEmail } from '@/lib/users/rules';

/** The console's cookies. Over HTTPS their names begin with `__Host-`. */

const PREFIX = '__Host-';

function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https:') ?? false;
}

/** Returns the name of a cookie. Over HTTPS no sibling domain can set a cookie of that name. */
export function cookieName(name: string): string {
  return isSecure() ? `${PREFIX}${name}` : name;
}

/** Returns the attributes of a cookie that scripts cannot read. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() } as const;
}

export const localeCookie = () => cookieName('pasarela-locale');

/** Names of the session cookie over HTTP and over HTTPS. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?next-auth\.session-token=([^;]+)/;

/** Content of our signed cookie: the session in the database. */
export const tokenSchema = z.object({
  sessionId: z.uuid(),
  /** Stays when the id is renewed. Absent in cookies of an earlier version. */
  sessionNumber: z.int().optional(),
});

export type SessionToken = z.infer<typeof tokenSchema>;

export function sessionCookieOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : SESSION_COOKIE.exec(cookies)?.[1];
}

/** Reads one of our cookies, unless it expired. Its session may have ended since. */
export async function readSessionCookie(
  cookie: string,
  secret: string,
): Promise<SessionToken | undefined> {
  const token = await decode({ token: cookie, secret }).catch(() => null);
  return tokenSchema.safeParse(token).data;
}

/**
 * The device cookie remembers the accounts that a browser has signed in to, so that sign-in can
 * treat a known device apart from strangers. It says nothing else. Value: an id, then a keyed
 * digest of the id and each account, newest first.
 */

export const DEVICE_COOKIE = 'pasarela-device';
export const DEVICE_COOKIE_AGE_S = 365 * 86_400;

const DEVICE_PATTERN = /^([0-9a-f-]{36})((?:\.[\w-]{43}){1,4})$/;
const MAX_ACCOUNTS = 4;

/** Returns the id of a device that has signed in to this account. */
export function knownDevice(
  cookie: string | undefined,
  email: string,
  secret: string,
): string | undefined {
  const { id, digests } = parseDevice(cookie);
  const expected = Buffer.from(digestOf(id, email, secret));
  return digests.some((digest) => timingSafeEqual(Buffer.from(digest), expected)) ? id : undefined;
}

export function rememberAccount(cookie: string | undefined, email: string, secret: string): string {
  const { id, digests } = parseDevice(cookie);
  const added = digestOf(id, email, secret);
  const others = digests.filter((digest) => digest !== added);
  return [id, added, ...others].slice(0, 1 + MAX_ACCOUNTS).join('.');
}

function parseDevice(cookie = ''): { readonly id: string; readonly digests: readonly string[] } {
  const [, id = randomUUID(), digests = ''] = DEVICE_PATTERN.exec(cookie) ?? [];
  return { id, digests: digests.split('.').slice(1) };
}

function digestOf(id: string, email: string, secret: string): string {
  const key = deriveKey(secret, 'device cookie');
  return createHmac('sha256', key)
    .update(`${id} ${normalEmail(email)}`)
    .digest('base64url');
}
