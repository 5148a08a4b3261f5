import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '@/db/schema/index';
import { ownDatabase, sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import {
  acceptLink,
  attempt,
  createTestUser,
  findUser,
  signedIn,
  throughProvider,
} from '@/testing/users';
import { disableUser, resetAccess, setRole } from './administer';
import type { UserView } from './find';
import { inviteUser, readInvitation } from './invite';
import { readSession } from './sessions';

const { db, act } = sharedDatabase();
const PASSWORD = 'the password I chose';

async function invited(): Promise<{ user: UserView; code: string }> {
  const email = `i-${randomLetters()}@pasarela.example`;
  const { code } = await act(inviteUser, { email, role: 'soporte' });
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return { user: await findUser(db, row?.id ?? 0), code };
}

const accept = (code: string, password = PASSWORD) => acceptLink(db, code, password);

const invalid = { code: 'invitation_invalid' };

it('an invitation sets a password once', async () => {
  const { user, code } = await invited();
  expect(await attempt(db, { email: user.email, password: '' })).toEqual({ kind: 'rejected' });
  expect(await readInvitation(db, code)).toBe(user.email);
  await accept(code);
  const signIn = await attempt(db, { email: user.email, password: PASSWORD });
  expect(signIn).toMatchObject({ kind: 'signed_in' });
  expect(await readInvitation(db, code)).toBeUndefined();
  await expect(accept(code, 'somebody else chose it')).rejects.toMatchObject(invalid);
});

it('an invitation lasts 72 hours', async () => {
  const { user, code } = await invited();
  await db.execute(sql`UPDATE invitations SET expires_at = expires_at - interval '72 hours'
    WHERE user_id = ${user.id}`);
  expect(await readInvitation(db, code)).toBeUndefined();
  await expect(accept(code)).rejects.toMatchObject(invalid);
});

it('a password that is too short leaves the link open', async () => {
  const { code } = await invited();
  await expect(accept(code, 'short')).rejects.toMatchObject({ code: 'password_invalid' });
  await accept(code);
});

it('a disabled user cannot accept', async () => {
  const { user, code } = await invited();
  await act(disableUser, user);
  await expect(accept(code)).rejects.toMatchObject(invalid);
});

it('a new link ends the old one', async () => {
  const { user, code } = await invited();
  const renewed = await act(resetAccess, { id: user.id });
  await expect(accept(code)).rejects.toMatchObject(invalid);
  await accept(renewed.code);
});

it('resetting access ends password and sessions at once, and a link sets another', async () => {
  const user = await createTestUser(db);
  const { sessionId } = await signedIn(db, user.email);
  const { code } = await act(resetAccess, { id: user.id, expected: user.version });
  expect(await readSession(db, sessionId, 'development')).toBeUndefined();
  expect(await attempt(db, { email: user.email })).toEqual({ kind: 'rejected' });
  await accept(code);
  const signIn = await attempt(db, { email: user.email, password: PASSWORD });
  expect(signIn).toMatchObject({ kind: 'signed_in' });
  await expect(accept(code)).rejects.toMatchObject(invalid);
});

it('an invited user of the identity provider needs no password here', async () => {
  const { email } = (await invited()).user;
  const signIn = await throughProvider(db, { email });
  const id = signIn.kind === 'signed_in' ? signIn.sessionId : '';
  expect(await readSession(db, id, 'development')).toMatchObject({ email, hasPassword: false });
  const { sessionId } = await signedIn(db, (await createTestUser(db)).email);
  expect(await readSession(db, sessionId, 'development')).toMatchObject({ hasPassword: true });
});

it('tells the second of two administrators that the user changed meanwhile', async () => {
  await createTestUser(db, 'admin');
  const shown = await createTestUser(db);
  const { id, version: expected } = shown;
  await act(setRole, { id, expected, role: 'admin' });
  const second = act(disableUser, { id, expected });
  await expect(second).rejects.toMatchObject({ code: 'changed_meanwhile' });
});

const { db: own, act: actOnOwn } = await ownDatabase();

it('keeps one administrator who can sign in, also when two go at once', async () => {
  // Other tests make administrators too.
  const pair = [await createTestUser(own, 'admin'), await createTestUser(own, 'admin')];
  const outcomes = await Promise.allSettled(
    pair.map(({ id }) => actOnOwn(setRole, { id, role: 'soporte' })),
  );
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  expect(rejected).toMatchObject([{ reason: { code: 'last_administrator' } }]);
  const left = await own.select().from(users).where(eq(users.role, 'admin'));
  expect(left).toHaveLength(1);
  const [last] = left;
  for (const verb of [disableUser, resetAccess]) {
    const refused = actOnOwn<{ id: number }, unknown>(verb, { id: last?.id ?? 0 });
    await expect(refused).rejects.toMatchObject({ code: 'last_administrator' });
  }
});
