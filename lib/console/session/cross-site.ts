import { recordEvent } from '@/lib/audit/record-event';
import { settings } from '@/lib/base/env/settings';
import { MINUTE_MS } from '@/lib/base/time/time';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { readSession } from '@/lib/users/sessions';
import { consoleContext, consoleSecret } from './context';
import { clientAddressOf } from './request';
import { readSessionCookie, sessionCookieOf } from './session-cookie';

/** Limits the rows, because a page of another site can send many requests. */
const recorded = new FixedWindow(1, MINUTE_MS);

/** Records a request that another site sent with a session's cookie, once a minute per session. */
export async function recordCrossSite(headers: Headers, path: string): Promise<void> {
  const cookie = sessionCookieOf(headers.get('cookie') ?? undefined);
  const id = cookie && (await readSessionCookie(cookie, consoleSecret()))?.sessionId;
  if (!id || !recorded.spend(id).allowed) return;
  const { db } = consoleContext();
  const session = await readSession(db, id, settings().deployment);
  if (session === undefined) return;
  const denial = { actor: session.email, address: clientAddressOf(headers), target: path };
  await recordEvent(db, 'access.deny', denial);
}
