import { cookies } from 'next/headers';
import type { NextRequest } from 'next/server';
import NextAuth, { getServerSession, type NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { z } from 'zod';
import { endSession } from '@/lib/users/sessions';
import { type SignIn, type SignInAttempt, signIn } from '@/lib/users/sign-in';
import { consoleContext, consoleSecret } from './context';
import { cookieName, cookieOptions } from './cookies';
import { DEVICE_COOKIE, DEVICE_COOKIE_AGE_S, knownDevice, rememberAccount } from './device-cookie';
import { text } from './form';
import { clientAddress } from './request';
import { tokenSchema } from './session-cookie';

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
          return userOf(await signInFromBrowser({ ...form.data, address }));
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sessionId: user.id, sub: user.id } : token),
      session: ({ session, token }) => ({ ...session, sessionId: token.sessionId }),
    },
    events: {
      signOut: async ({ token }) => {
        const parsed = tokenSchema.safeParse(token);
        if (parsed.success) await endSession(consoleContext().db, parsed.data.sessionId);
      },
    },
  };
}

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

/** The routes under `/api/auth`: sign in, sign out, CSRF token. */
export function handleAuthentication(
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  return NextAuth(request, context, authOptions());
}

/** Signs in, and makes the browser a known device of the account. */
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
  return outcome;
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

/** Reads the id of the session from the request's cookie, if its signature is valid. */
export async function sessionIdOfRequest(): Promise<string | undefined> {
  const parsed = tokenSchema.safeParse(await getServerSession(authOptions()));
  return parsed.success ? parsed.data.sessionId : undefined;
}
