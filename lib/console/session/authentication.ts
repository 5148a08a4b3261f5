import { cookies } from 'next/headers';
import type { NextRequest } from 'next/server';
import NextAuth, { type NextAuthOptions, type User } from 'next-auth';
import { encode } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { recordEvent } from '@/lib/audit/record-event';
import { settings } from '@/lib/base/env/settings';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { text } from '@/lib/console/texts/form';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { ABSOLUTE_HOURS, type ActiveSession, endSession, readSession } from '@/lib/users/sessions';
import { type Browser, type SignIn, signIn, signInWithIdentity } from '@/lib/users/sign-in';
import { consoleContext, consoleSecret } from './context';
import {
  cookieName,
  cookieOptions,
  DEVICE_COOKIE,
  DEVICE_COOKIE_AGE_S,
  knownDevice,
  readSessionCookie,
  rememberAccount,
  type SessionToken,
  tokenSchema,
} from './cookies';
import { recordSignIn } from './events';
import { callerAddress } from './request';
import { crossSiteRefusal, isSameOrigin } from './same-origin';

/**
 * The only file that uses next-auth. Its signed cookie names a session; whether that session is
 * live is read from the database on every request (`lib/users/sessions.ts`).
 */

declare module 'next-auth' {
  /** The library's user is a session here, whose id is `id`. */
  interface User {
    sessionNumber?: number | undefined;
  }
}

const MAX_AGE_S = (ABSOLUTE_HOURS * HOUR_MS) / SECOND_MS;

/** Describes a cookie of next-auth. */
function cookieOf(name: string) {
  return { name: cookieName(`next-auth.${name}`), options: cookieOptions() };
}

/** Sent at sign-out. Omits `"cookies"`, so that the browser remains a known device. */
const CLEAR_SITE_DATA = '"cache", "storage"';

const formSchema = z.object({
  email: text(320),
  password: z.string().max(1_000),
  code: z.string().max(100).default(''),
});

export function authOptions(): NextAuthOptions {
  return {
    secret: consoleSecret(),
    session: { strategy: 'jwt', maxAge: MAX_AGE_S },
    cookies: {
      sessionToken: cookieOf('session-token'),
      callbackUrl: cookieOf('callback-url'),
      csrfToken: cookieOf('csrf-token'),
      pkceCodeVerifier: cookieOf('pkce.code_verifier'),
      state: cookieOf('state'),
      nonce: cookieOf('nonce'),
    },
    pages: { signIn: '/login', error: '/login', signOut: '/login' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (given) => {
          const form = formSchema.safeParse(given);
          if (!form.success) throw new Error('rejected');
          return userOf(await signInFromBrowser(form.data).catch(failSignIn));
        },
      }),
      ...identityProviders(),
    ],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.provider !== IDENTITY_PROVIDER) return true;
        const token = await sessionOfIdentity(profile);
        if (token === undefined) return false;
        user.id = token.sessionId;
        user.sessionNumber = token.sessionNumber;
        return true;
      },
      jwt: ({ token, user }) =>
        user ? { sessionId: user.id, sessionNumber: user.sessionNumber, sub: user.id } : token,
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
  const session = await readSession(db, sessionId, settings().deployment);
  if (session === undefined) return;
  await endSession(db, session);
  const { email } = session;
  const address = await callerAddress();
  await recordEvent(db, 'session.sign_out', { actor: email, address, target: email });
}

const IDENTITY_PROVIDER = 'oidc';
const PROVIDER_TIMEOUT_MS = 10_000;
const MAX_SIGN_IN_AGE_S = 300;
/** How far the provider's clock may be ahead of ours. */
const MAX_CLOCK_SKEW_S = 60;

/** Claims that identify a person of the identity provider. */
const claimsSchema = z.object({
  /** Checked here, because openid-client compares it only with the provider's metadata. */
  iss: z.string().refine((issuer) => issuer === settings().oidc?.issuer),
  sub: z.string().min(1).max(255),
  email: text(320),
  email_verified: z.literal(true),
  /** Time of the person's last proof of identity, in seconds since 1970. */
  auth_time: z.number().refine(isRecent),
  /** Methods of that proof (RFC 8176). */
  amr: z.array(z.string()).default([]),
});

function isRecent(authTime: number): boolean {
  const ageS = Date.now() / 1000 - authTime;
  return ageS > -MAX_CLOCK_SKEW_S && ageS < MAX_SIGN_IN_AGE_S;
}

function identityProviders(): OAuthConfig<{ sub: string }>[] {
  const { oidc } = settings();
  if (oidc === undefined) return [];
  const { issuer, clientId, clientSecret } = oidc;
  return [
    {
      id: IDENTITY_PROVIDER,
      name: 'OpenID Connect',
      type: 'oauth',
      issuer,
      wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      // Asks for the password there each time, so that signing in counts as entering it.
      authorization: {
        params: { scope: 'openid email', prompt: 'login', max_age: MAX_SIGN_IN_AGE_S },
      },
      idToken: true,
      httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub }) => ({ id: sub }),
    },
  ];
}

/** Opens a session for the user whom these claims name. */
async function sessionOfIdentity(claims: unknown): Promise<SessionToken | undefined> {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return undefined;
  const { iss: issuer, sub: subject, email, amr } = parsed.data;
  const secondFactor = amr.includes('mfa');
  const identity = { issuer, subject, email, secondFactor, ...(await readBrowser()) };
  const { db } = consoleContext();
  const outcome = await signInWithIdentity({ db, deployment: settings().deployment }, identity);
  const user = outcome.kind === 'signed_in' ? outcome.email : email;
  await recordSignIn(db, { ...identity, email: user }, outcome.kind);
  return outcome.kind === 'signed_in' ? outcome : undefined;
}

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

/** The routes under `/api/auth`: sign in, sign out, CSRF token. */
export async function handleAuthentication(
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  if (request.method === 'POST' && !isSameOrigin(request.headers)) return crossSiteRefusal();
  const [action] = (await context.params).nextauth;
  const response = await NextAuth(request, context, authOptions());
  if (action === 'signout' && request.method === 'POST') {
    response.headers.set('clear-site-data', CLEAR_SITE_DATA);
  }
  return response;
}

async function readBrowser(): Promise<Browser> {
  return { address: await callerAddress(), previousSessionId: await sessionIdOfRequest() };
}

/** Signs in, records it, and makes the browser a known device of the account. */
async function signInFromBrowser(form: z.infer<typeof formSchema>): Promise<SignIn> {
  const jar = await cookies();
  const name = cookieName(DEVICE_COOKIE);
  const device = jar.get(name)?.value;
  const deviceId = knownDevice(device, form.email, consoleSecret());
  const attempt = { ...form, ...(await readBrowser()), deviceId };
  const outcome = await signIn(consoleContext(), attempt);
  if (outcome.kind === 'signed_in') {
    const remembered = rememberAccount(device, form.email, consoleSecret());
    jar.set(name, remembered, { ...cookieOptions(), maxAge: DEVICE_COOKIE_AGE_S });
  }
  await recordSignIn(consoleContext().db, attempt, outcome.kind);
  return outcome;
}

/** Throws an error of the form for a defect, because the library sends messages to the browser. */
function failSignIn(error: unknown): never {
  consoleContext().log.error({ event: 'sign_in_failed', err: error });
  throw new Error('unreachable');
}

/** Throws refusals as errors, whose message the form reads: `rejected`, `throttled:30`. */
function userOf(outcome: SignIn): User {
  switch (outcome.kind) {
    case 'signed_in':
      return {
        id: outcome.sessionId,
        sessionNumber: outcome.sessionNumber,
        email: outcome.email,
      };
    case 'throttled':
      throw new Error(`throttled:${outcome.seconds}`);
    case 'busy':
    case 'code_required':
    case 'rejected':
      throw new Error(outcome.kind);
  }
}

const badCookies = new FixedWindow(1, MINUTE_MS);

/** Reads the session's id from a signed cookie. Logs other cookies, once a minute per address. */
export async function sessionIdOfRequest(): Promise<string | undefined> {
  // Not from the headers: an action may have replaced the cookie before the page is rendered.
  const cookie = (await cookies()).get(cookieOf('session-token').name)?.value;
  if (cookie === undefined) return undefined;
  const token = await readSessionCookie(cookie, consoleSecret());
  if (token !== undefined) return token.sessionId;
  const address = await callerAddress();
  if (badCookies.spend(address).allowed) {
    consoleContext().log.warn({ event: 'bad_session_cookie', address });
  }
  return undefined;
}

/** Replaces the session in the browser's cookie, after its id has changed. */
export async function storeSession(
  sessionId: string,
  { sessionNumber }: ActiveSession,
): Promise<void> {
  const token = { sessionId, sessionNumber, sub: sessionId };
  const { name, options } = cookieOf('session-token');
  const value = await encode({ token, secret: consoleSecret(), maxAge: MAX_AGE_S });
  (await cookies()).set(name, value, { ...options, maxAge: MAX_AGE_S });
}
