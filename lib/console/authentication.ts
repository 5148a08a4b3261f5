import { cookies, headers } from 'next/headers';
import type { NextRequest } from 'next/server';
import NextAuth, { type NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import { recordEvent } from '@/lib/audit/record-event';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { MINUTE_MS } from '@/lib/time';
import { endSession, readSession } from '@/lib/users/sessions';
import { type SignIn, type SignInAttempt, signIn } from '@/lib/users/sign-in';
import { consoleContext, consoleSecret } from './context';
import { cookieName, cookieOptions } from './cookies';
import { DEVICE_COOKIE, DEVICE_COOKIE_AGE_S, knownDevice, rememberAccount } from './device-cookie';
import { text } from './form';
import { clientAddress, requestAddress } from './request';
import { fromElsewhere, isSameOrigin } from './same-origin';
import { sessionCookieOf, sessionIdOfCookie, tokenSchema } from './session-cookie';
import { recordSignIn } from './sign-in-events';

/**
 * The only file that uses next-auth. Its signed cookie names a session; whether that session is
 * live is read from the database on every request (`lib/users/sessions.ts`).
 */

const MAX_AGE_S = 8 * 3600;

const formSchema = z.object({
  email: text(320),
  password: z.string().max(1_000),
  code: z.string().max(100).default(''),
});

export function authOptions(): NextAuthOptions {
  return {
    secret: consoleSecret(),
    session: { strategy: 'jwt', maxAge: MAX_AGE_S },
    pages: { signIn: '/login', error: '/login', signOut: '/login' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (given, request) => {
          const form = formSchema.safeParse(given);
          if (!form.success) throw new Error('rejected');
          const address = clientAddress(headersOf(request.headers));
          const attempt = { ...form.data, address };
          return userOf(await signInFromBrowser(attempt).catch(failSignIn));
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sessionId: user.id, sub: user.id } : token),
    },
    logger: {
      error: (code, details) => {
        const err = details instanceof Error ? details : details.error;
        consoleContext().log.error({ event: 'next_auth', code, err });
      },
      warn: (code) => consoleContext().log.warn({ event: 'next_auth', code }),
    },
    events: {
      signOut: async ({ token }) => {
        const parsed = tokenSchema.safeParse(token);
        if (parsed.success) await signOut(parsed.data.sessionId);
      },
    },
  };
}

async function signOut(sessionId: string): Promise<void> {
  const { db } = consoleContext();
  const session = await readSession(db, sessionId);
  await endSession(db, sessionId);
  if (session === undefined) return;
  const { email } = session;
  const address = await requestAddress();
  await recordEvent(db, 'session.sign_out', { actor: email, address, target: email });
}

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

/** The routes under `/api/auth`: sign in, sign out, CSRF token. */
export async function handleAuthentication(
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  if (request.method === 'POST' && !isSameOrigin(request.headers)) return fromElsewhere();
  return NextAuth(request, context, authOptions());
}

/** Signs in, records it, and makes the browser a known device of the account. */
async function signInFromBrowser(attempt: Omit<SignInAttempt, 'deviceId'>): Promise<SignIn> {
  const jar = await cookies();
  const name = cookieName(DEVICE_COOKIE);
  const device = jar.get(name)?.value;
  const deviceId = knownDevice(device, attempt.email, consoleSecret());
  const outcome = await signIn(consoleContext(), { ...attempt, deviceId });
  if (outcome.kind === 'signed_in') {
    const remembered = rememberAccount(device, attempt.email, consoleSecret());
    jar.set(name, remembered, { ...cookieOptions(), maxAge: DEVICE_COOKIE_AGE_S });
  }
  await recordSignIn(consoleContext().db, attempt, outcome.kind);
  return outcome;
}

/** The library sends the message of an error to the browser, so a defect gets one of the form's. */
function failSignIn(error: unknown): never {
  consoleContext().log.error({ event: 'sign_in_failed', err: error });
  throw new Error('unreachable');
}

/** Throws refusals as errors, whose message the form reads: `rejected`, `throttled:30`. */
function userOf(outcome: SignIn): { id: string; email: string } {
  switch (outcome.kind) {
    case 'signed_in':
      return { id: outcome.sessionId, email: outcome.email };
    case 'throttled':
      throw new Error(`throttled:${outcome.seconds}`);
    case 'busy':
    case 'code_required':
    case 'rejected':
      throw new Error(outcome.kind);
  }
}

function headersOf(headers: Record<string, unknown> | undefined) {
  return {
    get: (name: string) => {
      const value = headers?.[name];
      return typeof value === 'string' ? value : null;
    },
  };
}

const badCookies = new FixedWindow(1, MINUTE_MS);

/**
 * Reads the id of the session from the request's cookie, if its signature is valid. Logs another
 * cookie, at most once a minute for each address.
 */
export async function sessionIdOfRequest(): Promise<string | undefined> {
  const cookie = sessionCookieOf((await headers()).get('cookie') ?? undefined);
  if (cookie === undefined) return undefined;
  const sessionId = await sessionIdOfCookie(cookie, consoleSecret());
  if (sessionId !== undefined) return sessionId;
  const address = await requestAddress();
  if (badCookies.spend(address).allowed) {
    consoleContext().log.warn({ event: 'bad_session_cookie', address });
  }
  return undefined;
}
