import { z } from 'zod';
import type { Database } from '@/db/client';
import type { RecordedEvent } from '@/lib/access/permissions';
import { recordEvent } from '@/lib/audit/record-event';
import { settings } from '@/lib/base/env/settings';
import { MINUTE_MS } from '@/lib/base/time/time';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { normalEmail } from '@/lib/users/rules';
import { readSession } from '@/lib/users/sessions';
import type { SignIn } from '@/lib/users/sign-in';
import { consoleContext, consoleSecret } from './context';
import { readSessionCookie, sessionCookieOf } from './cookies';
import { clientAddressOf } from './request';

/** Rows of the audit log that are not changes: how sign-ins ended, and what another site sent. */

/** Actor of a failed attempt: who it was is unknown. */
const NOBODY = '-';

/** Limits the rows of blocked attempts, which cost an attacker nothing. */
const throttled = new FixedWindow(1, MINUTE_MS);

const EVENTS: Readonly<Partial<Record<SignIn['kind'], RecordedEvent>>> = {
  signed_in: 'session.sign_in',
  rejected: 'session.reject',
  throttled: 'session.throttle',
};

/** Records how a sign-in ended; blocked attempts once a minute for each account and address. */
export async function recordSignIn(
  db: Database,
  { email, address }: { readonly email: string; readonly address: string },
  ended: SignIn['kind'],
): Promise<void> {
  // Text that is no e-mail address is not recorded: it may be a password in the wrong field.
  const target = z.email().safeParse(normalEmail(email)).data ?? NOBODY;
  const event = EVENTS[ended];
  if (event === undefined) return;
  if (ended === 'throttled' && !throttled.spend(`${address} ${target}`).allowed) return;
  const actor = ended === 'signed_in' ? target : NOBODY;
  await recordEvent(db, event, { actor, address, target });
}

/** Limits the rows, because a page of another site can send many requests. */
const crossSite = new FixedWindow(1, MINUTE_MS);

/** Records a request that another site sent with a session's cookie, once a minute per session. */
export async function recordCrossSite(headers: Headers, path: string): Promise<void> {
  const cookie = sessionCookieOf(headers.get('cookie') ?? undefined);
  const id = cookie && (await readSessionCookie(cookie, consoleSecret()))?.sessionId;
  if (!id || !crossSite.spend(id).allowed) return;
  const { db } = consoleContext();
  const session = await readSession(db, id, settings().deployment);
  if (session === undefined) return;
  const denial = { actor: session.email, address: clientAddressOf(headers), target: path };
  await recordEvent(db, 'access.deny', denial);
}
