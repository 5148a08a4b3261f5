import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { consoleSessions, users } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { randomLetters } from '@/testing/random';
import { everything } from '@/testing/scope';
import { ownAccount, TEST_PASSWORD, testBox } from '@/testing/users';
import * as account from './account';
import { disableUser, enableUser, resetAccess, resetSecondFactor, setRole } from './administer';
import { hashPassword, verifyPassword } from './password';
import { listSessions, readSession } from './sessions';

/** Changes to one's own account, each against whatever ends the sessions of the user meanwhile. */

const { db, act } = await ownDatabase();
/** The race that this guards against was lost in three of eight trials. */
const TRIALS = everything ? 50 : 8;
const TIMEOUT_MS = 240_000;
const OTHER_PASSWORD = 'another long password';
const passwordHash = await hashPassword(TEST_PASSWORD, 'nobody@pasarela.example');
const address = 'races';

/** A user with two sessions, whose second factor has a secret. Nothing is hashed for it. */
async function newUser(values: Partial<typeof users.$inferInsert> = {}) {
  const email = `r-${randomLetters()}@pasarela.example`;
  const role = 'soporte' as const;
  const inserted = { email, role, passwordHash, ...values };
  const [user] = await db.insert(users).values(inserted).returning();
  const userId = user?.id ?? 0;
  const secret = new Secret({ size: 20 });
  const totpSecret = testBox.seal(secret.base32, String(userId));
  await db.update(users).set({ totpSecret }).where(eq(users.id, userId));
  const open = async () => {
    const id = randomUUID();
    await db.insert(consoleSessions).values({ id, userId, sessionVersion: 1, address });
    const session = await readSession(db, id, 'development');
    if (session === undefined) throw new Error('The session is not live.');
    return session;
  };
  const [session, other] = [await open(), await open()];
  return { userId, session, other, code: () => new TOTP({ secret }).generate() };
}
type TestUser = Awaited<ReturnType<typeof newUser>>;

type OwnVerb = (ctx: account.OwnAccount, user: TestUser) => Promise<unknown>;

const verbs: Readonly<Record<string, OwnVerb>> = {
  changePassword: (ctx) =>
    account.changePassword(ctx, { old: TEST_PASSWORD, password: OTHER_PASSWORD }),
  reauthenticate: (ctx) => account.reauthenticate(ctx, TEST_PASSWORD),
  beginSecondFactor: (ctx) => account.beginSecondFactor(ctx),
  enrolSecondFactor: (ctx, { code }) => account.enrolSecondFactor(ctx, code()),
  removeSecondFactor: (ctx, { code }) => account.removeSecondFactor(ctx, code()),
  setPreferences: (ctx) => account.setPreferences(ctx, { theme: 'dark' }),
  endOwnSession: (ctx, { session }) => account.endOwnSession(ctx, session.sessionNumber),
  endAllSessions: (ctx) => account.endAllSessions(ctx),
};

const enders: Readonly<Record<string, (user: TestUser) => Promise<unknown>>> = {
  resetAccess: ({ userId: id }) => act(resetAccess, { id }),
  disableUser: async ({ userId: id }) => {
    await act(disableUser, { id });
    await act(enableUser, { id });
  },
  setRole: ({ userId: id }) => act(setRole, { id, role: 'admin' }),
  endAllSessions: ({ other }) => account.endAllSessions(ownAccount(db, other)),
};

/** Waits for both, of which each may be refused because the other came first. */
async function race(verb: Promise<unknown>, ender: Promise<unknown>) {
  const outcomes = await Promise.allSettled([verb, ender]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof Rejection))
      throw outcome.reason;
  }
  return outcomes;
}

describe.each(Object.keys(verbs))('%s', (name) => {
  const values = name === 'removeSecondFactor' ? { totpConfirmedAt: new Date() } : {};

  it.each(Object.keys(enders))(
    'keeps no session alive against %s',
    async (ending) => {
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const user = await newUser(values);
        const verb = verbs[name]?.(ownAccount(db, user.session), user) ?? Promise.reject();
        const ender = enders[ending]?.(user) ?? Promise.reject();
        const [, ended] = await race(verb, ender);
        // Whoever asks to end all sessions may have lost the own one to the change.
        if (ending !== 'endAllSessions') expect(ended?.status).toBe('fulfilled');
        if (ended?.status === 'rejected') continue;
        expect(await listSessions(db, user.userId)).toEqual([]);
        const [row] = await db.select().from(users).where(eq(users.id, user.userId));
        if (ending === 'resetAccess') expect(row?.passwordHash).toBeNull();
      }
    },
    TIMEOUT_MS,
  );
});

it(
  'gives one of two sessions that change the password at once its own',
  async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { userId, session, other } = await newUser();
      const change = (from: typeof session, password: string) =>
        account.changePassword(ownAccount(db, from), { old: TEST_PASSWORD, password });
      const chosen = [`${OTHER_PASSWORD} one`, `${OTHER_PASSWORD} two`] as const;
      const outcomes = await race(change(session, chosen[0]), change(other, chosen[1]));
      const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [row] = await db.select().from(users).where(eq(users.id, userId));
      const matches = await verifyPassword(row?.passwordHash ?? null, chosen[won] ?? '', 'known');
      expect(matches).toBe(true);
      expect(await listSessions(db, userId)).toHaveLength(1);
    }
  },
  TIMEOUT_MS,
);

it('refuses administrators who change themselves from a session that has ended', async () => {
  const { userId: id, session } = await newUser({ role: 'admin' });
  await newUser({ role: 'admin' });
  await act(disableUser, { id });
  const change = { session, permit: testPermit };
  for (const verb of [enableUser, resetAccess, resetSecondFactor]) {
    const late = db.transaction(async (tx) => {
      await verb({ tx, ...change }, { id });
    });
    await expect(late).rejects.toMatchObject({ code: 'signed_out' });
  }
});
