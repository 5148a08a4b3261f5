import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { may, type Permission } from '@/lib/access/permissions';
import { type Covered, Permit } from '@/lib/access/permit';
import { recordEvent } from '@/lib/audit/record-event';
import { settings } from '@/lib/base/env/settings';
import { pathOf } from '@/lib/console/texts/form';
import { type IntegrationView, integrationWithId } from '@/lib/integrations/find';
import type { Configurer } from '@/lib/notices/targets';
import { type ActiveSession, readSession } from '@/lib/users/sessions';
import { sessionIdOfRequest } from './authentication';
import { consoleContext } from './context';
import { callerAddress } from './request';
import { accountOf, HOME, PLACE, REQUESTED_PAGE, returnPath } from './return-path';

/**
 * Guards. Every page, action and route of the console begins with one. Staff and the people of an
 * integration never pass the same one, except `requireSession` and `requireTargets`.
 */

/** Reads the session of this request, once per request. */
export const currentSession = cache(async (): Promise<ActiveSession | undefined> => {
  const id = await sessionIdOfRequest();
  if (id === undefined) return undefined;
  return readSession(consoleContext().db, id, settings().deployment);
});

interface Permitted<A extends Permission> {
  readonly session: ActiveSession;
  /** Also covers one's own account. */
  readonly permit: Permit<Covered<A>>;
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
  return { session, permit: Permit.signedIn<never>(session.email, await callerAddress()) };
}

/** Answers 403 and leaves an audit row. */
async function deny({ email }: ActiveSession, target: string): Promise<never> {
  const denial = { actor: email, address: await callerAddress(), target };
  await recordEvent(consoleContext().db, 'access.deny', denial);
  forbidden();
}

/** Requires that no password or factor is missing, and that the role has all `permissions`. */
async function permitted<A extends Permission>(
  session: ActiveSession,
  permissions: readonly A[],
): Promise<Permitted<A>> {
  if (session.mustChangePassword || session.mustEnrol) {
    return redirectVia(accountOf(session.role));
  }
  const missing = permissions.filter((permission) => !may(session.role, permission));
  if (missing.length > 0) return deny(session, missing.join(', '));
  return { session, permit: Permit.signedIn<A>(session.email, await callerAddress()) };
}

/** Requires a session of staff whose role has all `permissions`. A refusal leaves an audit row. */
export async function requirePermission<A extends Permission>(
  ...permissions: readonly A[]
): Promise<Permitted<A>> {
  const { session } = await requireSession();
  if (session.integrationId !== null) return deny(session, permissions.join(', ') || HOME);
  return permitted(session, permissions);
}

/** Requires a session of staff who need not change the password or enrol a second factor first. */
export async function requireUser(): Promise<ActiveSession> {
  return (await requirePermission<never>()).session;
}

/** As `requireUser`, on the first page, from which people of an integration go to theirs. */
export async function requireUserAtHome(): Promise<ActiveSession> {
  const { session } = await requireSession();
  if (session.integrationId !== null) redirect(PLACE);
  return requireUser();
}

interface Placed<A extends Permission> extends Permitted<A | 'place.read'> {
  /** The integration of the session; nothing in a request can name another. */
  readonly place: IntegrationView;
}

/** Requires a session of somebody who belongs to an integration and may do `permissions` there. */
export async function requirePlace<A extends Permission = never>(
  ...permissions: readonly A[]
): Promise<Placed<A>> {
  const { session } = await requireSession();
  if (session.integrationId === null) return deny(session, PLACE);
  const allowed = await permitted<A | 'place.read'>(session, ['place.read', ...permissions]);
  return { ...allowed, place: await integrationWithId(consoleContext().db, session.integrationId) };
}

interface Configuring {
  readonly session: ActiveSession;
  readonly by: Configurer;
  /** The integration whose targets alone may change; absent for staff. */
  readonly place?: IntegrationView;
}

/** Requires that somebody may change notice targets, and says which. */
export async function requireTargets(): Promise<Configuring> {
  const { session } = await requireSession();
  if (session.integrationId === null) {
    const { permit } = await requirePermission('notice.configure');
    return { session, by: { permit } };
  }
  if (may(session.role, 'notice.configure')) {
    const { place, permit } = await requirePlace('notice.configure');
    return { session, place, by: { permit } };
  }
  const { place, permit } = await requirePlace('notice.configure_own');
  return { session, place, by: { permit, own: session.email } };
}
