import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { consoleSessions, rolePolicies } from '@/db/schema/index';
import { ROLES } from '@/lib/access/permissions';
import { ownDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import {
  attempt,
  createTestUser,
  ownAccount,
  signedIn,
  TEST_PASSWORD,
  throughProvider,
} from '@/testing/users';
import { changePassword, endAllSessions, endOwnSession, reauthenticate } from './account';
import { disableUser, enableUser, requireSecondFactor, setRole } from './administer';
import { createUser } from './create';
import { requiredSecondFactor } from './find';
import { endSession, listSessions, readSession } from './sessions';

const { db, act } = await ownDatabase();
const read = (id: string) => readSession(db, id, 'development');

/** Moves a moment of the session into the past, as if that much time had gone by. */
function pass(id: string, column: 'created_at' | 'last_seen_at', interval: string) {
  const moment = sql.identifier(column);
  return db.execute(sql`UPDATE console_sessions SET ${moment} = ${moment} - ${interval}::interval
    WHERE id = ${id}`);
}

describe('a session ends', () => {
  it('30 minutes after it was last seen, and not before', async () => {
    const { email } = await createTestUser(db);
    const { sessionId } = await signedIn(db, email);
    await pass(sessionId, 'last_seen_at', '29 minutes');
    expect(await read(sessionId)).toMatchObject({ email });
    // Reading a session counts as being seen.
    await pass(sessionId, 'last_seen_at', '29 minutes');
    expect(await read(sessionId)).toMatchObject({ email });
    await pass(sessionId, 'last_seen_at', '30 minutes');
    expect(await read(sessionId)).toBeUndefined();
  });

  it('8 hours after it began, however busy', async () => {
    const { email } = await createTestUser(db);
    const { sessionId } = await signedIn(db, email);
    await pass(sessionId, 'created_at', '7 hours 59 minutes');
    expect(await read(sessionId)).toMatchObject({ email });
    await pass(sessionId, 'created_at', '1 minute');
    expect(await read(sessionId)).toBeUndefined();
  });

  it('when its user signs out of it, and no other one does', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    await endSession(db, one);
    expect(await read(one.sessionId)).toBeUndefined();
    expect(await read(other.sessionId)).toMatchObject({ email });
  });

  it('at once when the user is disabled, and stays ended when enabled again', async () => {
    const user = await createTestUser(db);
    const { sessionId } = await signedIn(db, user.email);
    await act(disableUser, user);
    expect(await read(sessionId)).toBeUndefined();
    await act(enableUser, user);
    expect(await read(sessionId)).toBeUndefined();
  });

  it('at once when the role changes', async () => {
    const user = await createTestUser(db);
    const { sessionId } = await signedIn(db, user.email);
    await act(setRole, { id: user.id, role: 'admin' });
    expect(await read(sessionId)).toBeUndefined();
  });

  it('when the password changes elsewhere; the one that changed it goes on', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    const change = { old: TEST_PASSWORD, password: 'another long password' };
    const renewed = await changePassword(ownAccount(db, one), change);
    expect(await read(renewed)).toMatchObject({ email });
    expect(await read(one.sessionId)).toBeUndefined();
    expect(await read(other.sessionId)).toBeUndefined();
  });

  it('when its browser signs in again, to whichever account', async () => {
    const [first, second] = [await createTestUser(db), await createTestUser(db)];
    const { sessionId } = await signedIn(db, first.email);
    const wrong = { email: second.email, password: 'wrong', previousSessionId: sessionId };
    expect(await attempt(db, wrong)).toEqual({ kind: 'rejected' });
    expect(await read(sessionId)).toMatchObject({ email: first.email });
    const { email } = second;
    const again = await attempt(db, { email, previousSessionId: sessionId });
    expect(again).toMatchObject({ kind: 'signed_in' });
    expect(await read(sessionId)).toBeUndefined();
  });

  it('when its user ends it from a list of the own ones, which shows no ids', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    const stranger = await signedIn(db, (await createTestUser(db)).email);
    const listed = await listSessions(db, one.userId);
    expect(JSON.stringify(listed)).not.toContain(one.sessionId);
    const numbers = listed.map(({ number }) => number);
    expect(numbers).toEqual([other.sessionNumber, one.sessionNumber]);
    await endOwnSession(ownAccount(db, one), stranger.sessionNumber);
    await endOwnSession(ownAccount(db, one), other.sessionNumber);
    expect(await read(stranger.sessionId)).toBeDefined();
    expect(await read(other.sessionId)).toBeUndefined();
    expect(await read(one.sessionId)).toMatchObject({ email });
    expect(await listSessions(db, one.userId)).toMatchObject([{ number: one.sessionNumber }]);
  });

  it('under its old id when the password is confirmed, and goes on under a new one', async () => {
    const session = await signedIn(db, (await createTestUser(db)).email);
    const renewed = await reauthenticate(ownAccount(db, session), TEST_PASSWORD);
    expect(await read(session.sessionId)).toBeUndefined();
    const { sessionNumber, userId } = session;
    expect(await read(renewed)).toMatchObject({ sessionNumber, userId });
  });

  it('under one new id only when two tabs confirm the password at once', async () => {
    const session = await signedIn(db, (await createTestUser(db)).email);
    const again = () => reauthenticate(ownAccount(db, session), TEST_PASSWORD);
    const [one, other] = await Promise.all([again(), again()]);
    expect(one).toBe(other);
    expect(await read(one)).toBeDefined();
  });

  it('when its user signs out while the password is confirmed', async () => {
    const session = await signedIn(db, (await createTestUser(db)).email);
    const renewed = await reauthenticate(ownAccount(db, session), TEST_PASSWORD);
    await endSession(db, session);
    expect(await read(renewed)).toBeUndefined();
  });

  it('everywhere when its user asks for that', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    await endAllSessions(ownAccount(db, one));
    for (const { sessionId } of [one, other]) expect(await read(sessionId)).toBeUndefined();
  });
});

it('a role that requires a second factor acts on the next click', async () => {
  const { email } = await createTestUser(db);
  const { sessionId, mustEnrol } = await signedIn(db, email);
  expect(mustEnrol).toBe(false);
  const require = (required: boolean) => act(requireSecondFactor, { role: 'soporte', required });
  await require(true);
  expect(await read(sessionId)).toMatchObject({ mustEnrol: true });
  await require(false);
  expect(await read(sessionId)).toMatchObject({ mustEnrol: false });
});

it('reading a session often writes it once in a while only', async () => {
  const { email } = await createTestUser(db);
  const { sessionId } = await signedIn(db, email);
  const seen = async () => {
    await read(sessionId);
    const [row] = await db
      .select({ at: consoleSessions.lastSeenAt })
      .from(consoleSessions)
      .where(eq(consoleSessions.id, sessionId));
    return row?.at;
  };
  expect(await seen()).toEqual(await seen());
});

it('a password that somebody else chose is changed first', async () => {
  const email = `m-${randomLetters()}@pasarela.example`;
  const created = { email, role: 'soporte', password: TEST_PASSWORD } as const;
  await act(createUser, created);
  const session = await signedIn(db, email);
  expect(session.mustChangePassword).toBe(true);
  const change = (old: string, password: string) =>
    changePassword(ownAccount(db, session), { old, password });
  await expect(change('wrong', 'another long password')).rejects.toMatchObject({
    code: 'password_wrong',
  });
  await expect(change(TEST_PASSWORD, TEST_PASSWORD)).rejects.toMatchObject({
    code: 'password_same',
  });
  await expect(change(TEST_PASSWORD, 'password1234')).rejects.toMatchObject({
    code: 'password_weak',
  });
  const renewed = await change(TEST_PASSWORD, 'another long password');
  expect(await read(renewed)).toMatchObject({ mustChangePassword: false });
});

it('everybody needs a second factor in production, unless an administrator exempts the role', async () => {
  const admin = await signedIn(db, (await createTestUser(db, 'admin')).email);
  const { email } = await createTestUser(db);
  const support = await signedIn(db, email);
  const inProduction = async (id: string) => (await readSession(db, id, 'production'))?.mustEnrol;
  await db.delete(rolePolicies);
  expect(await inProduction(admin.sessionId)).toBe(true);
  expect(await inProduction(support.sessionId)).toBe(true);
  expect(await throughProvider(db, { email }, 'production')).toEqual({ kind: 'rejected' });
  for (const role of ROLES) await act(requireSecondFactor, { role, required: false });
  expect(await inProduction(admin.sessionId)).toBe(true);
  expect(await inProduction(support.sessionId)).toBe(false);
  expect(await requiredSecondFactor(db, 'production')).toEqual(['admin']);
  expect(await throughProvider(db, { email }, 'production')).toMatchObject({ kind: 'signed_in' });
  expect(await read(admin.sessionId)).toMatchObject({ mustEnrol: false });
});
