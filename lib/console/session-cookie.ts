import { decode } from 'next-auth/jwt';
import { z } from 'zod';

/** Names of the cookie over HTTP and over HTTPS. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?next-auth\.session-token=([^;]+)/;

/** Content of our signed cookie: the id of the session in the database. */
export const tokenSchema = z.object({ sessionId: z.uuid() });

export function sessionCookieOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : COOKIE.exec(cookies)?.[1];
}

/** Returns the id in one of our cookies, unless it expired. Its session may have ended since. */
export async function sessionIdOfCookie(
  cookie: string,
  secret: string,
): Promise<string | undefined> {
  const token = await decode({ token: cookie, secret }).catch(() => null);
  const parsed = tokenSchema.safeParse(token);
  return parsed.success ? parsed.data.sessionId : undefined;
}
