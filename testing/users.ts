import { eq } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { users } from '@/db/schema/index';
import type { PlaceRole, StaffRole } from '@/lib/access/permissions';
import type { Deployment } from '@/lib/base/env/env';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import type { OwnAccount } from '@/lib/users/account';
import { createUser } from '@/lib/users/create';
import { lockUser, type UserView, userIdOf } from '@/lib/users/find';
import { acceptInvitation, inviteUser } from '@/lib/users/invite';
import { SEALED_SECRETS } from '@/lib/users/second-factor';
import { type ActiveSession, readSession } from '@/lib/users/sessions';
import { type Identity, type SignIn, signIn, signInWithIdentity } from '@/lib/users/sign-in';
import { act, testPermit } from './integration';
import { setUp } from './postgres';
import { randomLetters } from './random';

export const TEST_SECRET = 'only-for-tests-0123456789-0123456789';
export const testBox = new SecretBox(
  ['the newest key for tests, long enough', TEST_SECRET],
  SEALED_SECRETS,
);
export const TEST_PASSWORD = 'a password for tests';

/** A user that no other test knows. */
export async function createTestUser(
  db: Database,
  role: StaffRole = 'soporte',
  prefix = 'u-',
): Promise<UserView> {
  const email = `${prefix}${randomLetters()}@pasarela.example`;
  const password = TEST_PASSWORD;
  await act(db, createUser, { email, role, password, mustChangePassword: false });
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return findUser(db, row?.id ?? 0);
}

/** Somebody of an integration, with the usual password. */
export async function createPlaceUser(
  db: Database,
  role: PlaceRole,
  integrationId: number,
  prefix = 'p-',
): Promise<UserView> {
  const email = `${prefix}${randomLetters()}@integrador.example`;
  const { code } = await act(db, inviteUser, { email, role, integrationId });
  await acceptLink(db, code);
  return findUser(db, await userIdOf(db, email));
}

/** Creates one on a connection of its own. */
export async function createTestUserAt(
  databaseUrl: string,
  ...given: [role?: StaffRole, prefix?: string]
): Promise<UserView> {
  return await setUp(databaseUrl, (db) => createTestUser(db, ...given));
}

/** Sets a password by the link of an invitation or a reset. */
export function acceptLink(db: Database, code: string, password = TEST_PASSWORD): Promise<void> {
  return db.transaction((tx) => acceptInvitation({ tx }, { code, password }));
}

export function findUser(db: Database, id: number): Promise<UserView> {
  return db.transaction((tx) => lockUser(tx, id));
}

/** Context of the verbs on one's own account. */
export function ownAccount(db: Database, session: ActiveSession): OwnAccount {
  return { db, session, secondFactorBox: testBox, permit: testPermit };
}

/** An address that no other test knows, so that throttles of tests never meet. */
export function testAddress(): string {
  return `test-${randomLetters()}`;
}

interface Attempt {
  readonly email: string;
  readonly password?: string;
  readonly code?: string;
  readonly address?: string;
  readonly deviceId?: string;
  readonly previousSessionId?: string;
}

export function attempt(db: Database, given: Attempt): Promise<SignIn> {
  const { email, password = TEST_PASSWORD, code = '', address = testAddress() } = given;
  const { deviceId, previousSessionId } = given;
  const attempted = { email, password, code, address, deviceId, previousSessionId };
  return signIn({ db, secondFactorBox: testBox }, attempted);
}

/** Signs in through an identity provider, by default with the address as subject. */
export function throughProvider(
  db: Database,
  given: Pick<Identity, 'email'> & Partial<Identity>,
  deployment: Deployment = 'development',
): Promise<SignIn> {
  const identity = {
    issuer: 'https://provider.example',
    subject: given.email,
    secondFactor: false,
    address: testAddress(),
    previousSessionId: undefined,
    ...given,
  };
  return signInWithIdentity({ db, deployment }, identity);
}

/** Signs in and gives the session, which must be live. */
export async function signedIn(
  db: Database,
  email: string,
  deviceId?: string,
): Promise<ActiveSession> {
  const outcome = await attempt(db, { email, ...(deviceId ? { deviceId } : {}) });
  if (outcome.kind !== 'signed_in') throw new Error(`Signing in ended as ${outcome.kind}.`);
  const session = await readSession(db, outcome.sessionId, 'development');
  if (session === undefined) throw new Error('The session is not live.');
  return session;
}
