import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { may, type OwnAction, type Permission } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import { recordEvent } from '@/lib/audit/record-event';
import { settings } from '@/lib/base/env/settings';
import { type ActiveSession, readSession } from '@/lib/users/sessions';
import { sessionIdOfRequest } from './authentication';
import { consoleContext } from './context';
import { pathOf } from './form';
import { requestAddress } from './request';
import { HOME, REQUESTED_PAGE, returnPath } from './return-path';

/** Guards. Every page, action and route of the console begins with one. */

/** Reads the session of this request, once per request. */
export const currentSession = cache(async (): Promise<ActiveSession | undefined> => {
  const id = await sessionIdOfRequest();
  if (id === undefined) return undefined;
  return readSession(consoleContext().db, id, settings().deployment);
});

interface Permitted<A extends Permission> {
  readonly session: ActiveSession;
  /** Also covers one's own account. */
  readonly permit: Permit<A | OwnAction>;
}

/** Redirects to a page that leads to the requested one afterwards. */
async function redirectVia(path: string): Promise<never> {
  const requested = returnPath((await headers()).get(REQUESTED_PAGE));
  redirect(pathOf(path, { next: requested === HOME ? undefined : requested }));
}

/** Requires a session, even if its user must still change the password or enrol a second factor. */
export async function requireSession(): Promise<Permitted<never>> {
  const session = await currentSession();
  if (session === undefined) return redirectVia('/login');
  return { session, permit: Permit.signedIn<never>(session.email, await requestAddress()) };
}

/** Requires a session whose role has all `permissions`. A refusal leaves an audit row. */
export async function requirePermission<A extends Permission>(
  ...permissions: readonly A[]
): Promise<Permitted<A>> {
  const { session } = await requireSession();
  if (session.mustChangePassword || session.mustEnrol) return redirectVia('/console/account');
  const address = await requestAddress();
  const missing = permissions.filter((permission) => !may(session.role, permission));
  if (missing.length > 0) {
    const denial = { actor: session.email, address, target: missing.join(', ') };
    await recordEvent(consoleContext().db, 'access.deny', denial);
    forbidden();
  }
  return { session, permit: Permit.signedIn<A>(session.email, address) };
}

/** Requires a session whose user need not change the password or enrol a second factor first. */
export async function requireUser(): Promise<ActiveSession> {
  return (await requirePermission<never>()).session;
}
