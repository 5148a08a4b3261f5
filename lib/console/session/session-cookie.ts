import { decode } from 'next-auth/jwt';
import { z } from 'zod';

/** Names of the cookie over HTTP and over HTTPS. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?next-auth\.session-token=([^;]+)/;

/** Content of our signed cookie: the session in the database. */
export const tokenSchema = z.object({
  sessionId: z.uuid(),
  /** Stays when the id is renewed. Absent in cookies of an earlier version. */
  sessionNumber: z.int().optional(),
});

export type SessionToken = z.infer<typeof tokenSchema>;

export function sessionCookieOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : COOKIE.exec(cookies)?.[1];
}

/** Reads one of our cookies, unless it expired. Its session may have ended since. */
export async function readSessionCookie(
  cookie: string,
  secret: string,
): Promise<SessionToken | undefined> {
  const token = await decode({ token: cookie, secret }).catch(() => null);
  return tokenSchema.safeParse(token).data;
}
