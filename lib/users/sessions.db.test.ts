import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { consoleSessions } from '@/db/schema/index';
import { sharedDatabase } from '@/testing/database';
import { act } from '@/testing/integration';
import { createTestUser, ownAccount, signedIn } from '@/testing/users';
import { changePassword, endAllSessions } from './account';
import { disableUser, enableUser, requireSecondFactor, setRole } from './administer';
import { endSession, readSession } from './sessions';

const { db } = sharedDatabase();
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
    expect(await readSession(db, sessionId)).toMatchObject({ email });
    // Reading it was being seen.
    await pass(sessionId, 'last_seen_at', '29 minutes');
    expect(await readSession(db, sessionId)).toMatchObject({ email });
    await pass(sessionId, 'last_seen_at', '30 minutes');
    expect(await readSession(db, sessionId)).toBeUndefined();
  });

  it('8 hours after it began, however busy', async () => {
    const { email } = await createTestUser(db);
    const { sessionId } = await signedIn(db, email);
    await pass(sessionId, 'created_at', '7 hours 59 minutes');
    expect(await readSession(db, sessionId)).toMatchObject({ email });
    await pass(sessionId, 'created_at', '1 minute');
    expect(await readSession(db, sessionId)).toBeUndefined();
  });

  it('when its user signs out of it, and no other one does', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    await endSession(db, one.sessionId);
    expect(await readSession(db, one.sessionId)).toBeUndefined();
    expect(await readSession(db, other.sessionId)).toMatchObject({ email });
  });

  it('at once when the user is disabled, and stays ended when enabled again', async () => {
    const user = await createTestUser(db);
    const { sessionId } = await signedIn(db, user.email);
    await act(db, disableUser, user);
    expect(await readSession(db, sessionId)).toBeUndefined();
    await act(db, enableUser, user);
    expect(await readSession(db, sessionId)).toBeUndefined();
  });

  it('at once when the role changes', async () => {
    const user = await createTestUser(db);
    const { sessionId } = await signedIn(db, user.email);
    await act(db, setRole, { id: user.id, role: 'admin' });
    expect(await readSession(db, sessionId)).toBeUndefined();
  });

  it('when the password changes elsewhere; the one that changed it goes on', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    await changePassword(ownAccount(db, one), 'another long password');
    expect(await readSession(db, one.sessionId)).toMatchObject({ email });
    expect(await readSession(db, other.sessionId)).toBeUndefined();
  });

  it('everywhere when its user asks for that', async () => {
    const { email } = await createTestUser(db);
    const [one, other] = [await signedIn(db, email), await signedIn(db, email)];
    await endAllSessions(ownAccount(db, one));
    for (const { sessionId } of [one, other])
      expect(await readSession(db, sessionId)).toBeUndefined();
  });
});

it('a role that requires a second factor acts on the next click', async () => {
  const { email } = await createTestUser(db);
  const { sessionId, mustEnrol } = await signedIn(db, email);
  expect(mustEnrol).toBe(false);
  const require = (required: boolean) =>
    act(db, requireSecondFactor, { role: 'soporte', required });
  await require(true);
  try {
    expect(await readSession(db, sessionId)).toMatchObject({ mustEnrol: true });
  } finally {
    await require(false);
  }
  expect(await readSession(db, sessionId)).toMatchObject({ mustEnrol: false });
});

it('reading a session often writes it once in a while only', async () => {
  const { email } = await createTestUser(db);
  const { sessionId } = await signedIn(db, email);
  const seen = async () => {
    await readSession(db, sessionId);
    const [row] = await db
      .select({ at: consoleSessions.lastSeenAt })
      .from(consoleSessions)
      .where(eq(consoleSessions.id, sessionId));
    return row?.at;
  };
  expect(await seen()).toEqual(await seen());
});
