import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { Administrator } from '@/lib/audit/administrator';
import { type ActiveSession, readSession } from '@/lib/users/sessions';
import { sessionIdOfRequest } from './authentication';
import { consoleContext } from './context';

/** Every page, action and route of the console begins with one of these; nothing else opens it. */

/** The session of this request, read once per request however many components ask. */
export const currentSession = cache(async (): Promise<ActiveSession | undefined> => {
  const id = await sessionIdOfRequest();
  return id === undefined ? undefined : readSession(consoleContext().db, id);
});

/** Anybody signed in, except who still has to enrol a second factor: they may only do that. */
export async function requireUser(): Promise<ActiveSession> {
  const session = await requireSession();
  if (session.mustEnrol) redirect('/console/account?enrol=1');
  return session;
}

/** Signed in, whatever is still missing: for the account page alone. */
export async function requireSession(): Promise<ActiveSession> {
  const session = await currentSession();
  if (session === undefined) redirect('/login');
  return session;
}

export interface AdministratorSession {
  readonly session: ActiveSession;
  readonly administrator: Administrator;
}

export async function requireAdministrator(): Promise<AdministratorSession> {
  const session = await requireUser();
  if (session.role !== 'admin') forbidden();
  return { session, administrator: Administrator.signedIn(session.email, session.address) };
}
