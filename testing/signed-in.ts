import { request } from 'undici';
import { z } from 'zod';
import type { Role, StaffRole } from '@/lib/access/permissions';
import { parseJson } from '@/lib/base/values/json';
import { createTestUserAt, TEST_PASSWORD } from './users';

/** Somebody signed in, asking for one page after the other. */
export interface SignedIn {
  readonly role: Role;
  readonly email: string;
  readonly cookie: string;
}

const csrfSchema = z.object({ csrfToken: z.string() });

/** Makes a user of that role and signs in as the form does. */
export async function signIn(url: string, databaseUrl: string, role: StaffRole): Promise<SignedIn> {
  const { email } = await createTestUserAt(databaseUrl, role);
  return signInAs(url, { email, role });
}

/** Signs in somebody who has the usual password. */
export async function signInAs(
  url: string,
  { email, role }: Pick<SignedIn, 'email' | 'role'>,
): Promise<SignedIn> {
  const person = { email, password: TEST_PASSWORD };
  const { cookie, outcome } = await sendSignIn(url, await csrfOf(url), person);
  if (outcome !== 'signed_in') throw new Error(`Signing in as ${email} failed: ${outcome}.`);
  return { role, email, cookie };
}

/** The body of an export of queries, with masked identifiers. */
export function exportBody(view: string): string {
  const reason = { purpose: 'other', note: 'Only for tests' };
  return JSON.stringify({ view, identifiers: false, reason });
}

const answerSchema = z.object({ url: z.string() });

/** Sends the form of the sign-in page. The outcome is `signed_in` or the form's error. */
export async function sendSignIn(
  url: string,
  csrf: Csrf,
  given: { readonly email: string; readonly password: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly outcome: string; readonly cookie: string }> {
  const form = new URLSearchParams({ ...given, csrfToken: csrf.token, json: 'true' });
  const answer = await request(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...headers,
      cookie: [csrf.cookie, headers.cookie].filter(Boolean).join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  });
  const text = await answer.body.text();
  const cookie = cookiesOf(answer.headers['set-cookie']);
  if (cookie.includes('session-token')) return { outcome: 'signed_in', cookie };
  const parsed = answerSchema.safeParse(parseJson(text));
  const error = parsed.success ? new URL(parsed.data.url, url).searchParams.get('error') : null;
  return { outcome: error ?? `status ${answer.statusCode}`, cookie };
}

interface Csrf {
  readonly cookie: string;
  readonly token: string;
}

/** The token that a form of the sign-in page carries, with the cookie that belongs to it. */
export async function csrfOf(url: string): Promise<Csrf> {
  const { headers, body } = await request(`${url}/api/auth/csrf`);
  const { csrfToken } = csrfSchema.parse(await body.json());
  return { cookie: cookiesOf(headers['set-cookie']), token: csrfToken };
}

function cookiesOf(header: string | string[] | undefined): string {
  return [header ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');
}

/** Asks for a page. Times it from the request to the last byte of the answer. */
export async function visit(url: string, { cookie }: SignedIn) {
  const startedAt = performance.now();
  const { statusCode, body } = await request(url, { headers: { cookie } });
  for await (const _chunk of body);
  return { status: statusCode, ms: performance.now() - startedAt };
}
