import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog, recoveryCodes, users } from '@/db/schema/index';
import { sharedDatabase } from '@/testing/database';
import {
  acceptLink,
  attempt,
  createTestUser,
  findUser,
  ownAccount,
  signedIn,
  TEST_PASSWORD,
  testAddress,
  throughProvider,
} from '@/testing/users';
import {
  beginSecondFactor,
  enrolSecondFactor,
  reauthenticate,
  removeSecondFactor,
} from './account';
import { resetAccess, resetSecondFactor } from './administer';
import { readSession } from './sessions';

const { db, act } = sharedDatabase();
const STEP_MS = 30_000;

/** Begins each test in the middle of a time step, which then lasts as long as the test. */
beforeEach(() => {
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A user with a second factor. The code of the present step is spent by enrolling. */
async function enrolled() {
  const user = await createTestUser(db);
  const began = ownAccount(db, await signedIn(db, user.email));
  const { secret } = await beginSecondFactor(began);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const enrolledWith = totp.generate();
  const recovery = await enrolSecondFactor(began, enrolledWith);
  const session = await readSession(db, began.session.sessionId, 'development');
  const account = ownAccount(db, session ?? began.session);
  /** Goes to the next step and returns its code. */
  const next = () => {
    vi.setSystemTime(Date.now() + STEP_MS);
    return totp.generate();
  };
  return { user, account, secret, recovery, enrolledWith, next };
}

it('asks for a code once it is enrolled, and takes each code once', async () => {
  const { user, enrolledWith, next } = await enrolled();
  const { email } = user;
  expect(await attempt(db, { email })).toEqual({ kind: 'code_required' });
  expect(await attempt(db, { email, code: enrolledWith })).toEqual({ kind: 'rejected' });
  const code = next();
  expect(await attempt(db, { email, code })).toMatchObject({ kind: 'signed_in' });
  expect(await attempt(db, { email, code })).toEqual({ kind: 'rejected' });
});

it('takes a code for 30 seconds only', async () => {
  const { user, next } = await enrolled();
  const [old, code] = [next(), next()];
  const early = next();
  vi.setSystemTime(Date.now() - STEP_MS);
  for (const other of [old, early]) {
    expect(await attempt(db, { email: user.email, code: other })).toEqual({ kind: 'rejected' });
  }
  expect(await attempt(db, { email: user.email, code })).toMatchObject({ kind: 'signed_in' });
});

it('takes no code of a secret that was moved from another user', async () => {
  const [victim, thief] = [await enrolled(), await enrolled()];
  const [row] = await db.select().from(users).where(eq(users.id, thief.user.id));
  const { totpSecret = null } = row ?? {};
  await db.update(users).set({ totpSecret }).where(eq(users.id, victim.user.id));
  const code = thief.next();
  expect(await attempt(db, { email: victim.user.email, code })).toEqual({ kind: 'rejected' });
  expect(await attempt(db, { email: thief.user.email, code })).toMatchObject({ kind: 'signed_in' });
});

it('takes one code of many sent at once', async () => {
  const { user, next } = await enrolled();
  const code = next();
  const burst = Array.from({ length: 4 }, () => attempt(db, { email: user.email, code }));
  const kinds = (await Promise.all(burst)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'signed_in')).toHaveLength(1);
});

it('takes each of ten recovery codes once, in any spelling', async () => {
  const { user, recovery } = await enrolled();
  expect(new Set(recovery).size).toBe(10);
  const [first = '', second = ''] = recovery;
  expect(first).toMatch(/^(?:[2-9a-hjkmnp-z]{6}-){3}[2-9a-hjkmnp-z]{6}$/);
  const code = first.toUpperCase().replace('-', ' ');
  expect(await attempt(db, { email: user.email, code })).toMatchObject({ kind: 'signed_in' });
  expect(await attempt(db, { email: user.email, code })).toEqual({ kind: 'rejected' });
  expect(await attempt(db, { email: user.email, code: second })).toMatchObject({
    kind: 'signed_in',
  });
});

it('stores recovery codes so that a copy of the database does not tell them', async () => {
  const { account, recovery } = await enrolled();
  const rows = await db
    .select({ digest: recoveryCodes.digest })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, account.session.userId));
  const stored = rows.map(({ digest }) => digest.toString('hex'));
  expect(stored).toHaveLength(10);
  for (const code of recovery.flatMap((text) => [text, text.replace('-', '')])) {
    expect(stored).not.toContain(createHash('sha256').update(code).digest('hex'));
  }
});

it('counts only once a first code was given, and is not replaced by starting anew', async () => {
  const user = await createTestUser(db);
  await beginSecondFactor(ownAccount(db, await signedIn(db, user.email)));
  expect(await attempt(db, { email: user.email })).toMatchObject({ kind: 'signed_in' });
  const other = await enrolled();
  await beginSecondFactor(other.account);
  const code = other.next();
  expect(await attempt(db, { email: other.user.email, code })).toMatchObject({
    kind: 'signed_in',
  });
});

it('asks for the second factor after an identity provider that did not', async () => {
  const { email } = (await enrolled()).user;
  expect(await throughProvider(db, { email })).toEqual({ kind: 'rejected' });
  const asked = { email, secondFactor: true };
  expect(await throughProvider(db, asked)).toMatchObject({ kind: 'signed_in' });
});

it('stays when an administrator resets the access', async () => {
  const { user, next } = await enrolled();
  const password = 'cuatro loros beben horchata';
  const { code: link } = await act(resetAccess, { id: user.id });
  await acceptLink(db, link, password);
  const { email } = user;
  expect(await attempt(db, { email, password })).toEqual({ kind: 'code_required' });
  const signIn = await attempt(db, { email, password, code: next() });
  expect(signIn).toMatchObject({ kind: 'signed_in' });
});

it('gives recovery codes at enrolment only', async () => {
  const { account, next } = await enrolled();
  const again = enrolSecondFactor(account, next());
  await expect(again).rejects.toMatchObject({ code: 'code_wrong' });
});

it('removes the second factor against a code of it, which cannot be guessed', async () => {
  const { user, account, next } = await enrolled();
  for (let guess = 0; guess < 5; guess++) {
    const wrong = removeSecondFactor(account, '000000');
    await expect(wrong).rejects.toMatchObject({ code: 'code_wrong' });
  }
  const blocked = removeSecondFactor(account, next());
  await expect(blocked).rejects.toMatchObject({ code: 'code_wrong' });
  expect(await findUser(db, user.id)).toMatchObject({ secondFactor: true });

  const other = await enrolled();
  await removeSecondFactor(other.account, other.next());
  expect(await attempt(db, { email: other.user.email })).toMatchObject({ kind: 'signed_in' });
});

it('lets an administrator reset the second factor with its recovery codes', async () => {
  const { user, recovery } = await enrolled();
  await act(resetSecondFactor, { id: user.id });
  const code = recovery[0] ?? '';
  expect(await attempt(db, { email: user.email, code })).toMatchObject({ kind: 'signed_in' });
  expect(await findUser(db, user.id)).toMatchObject({ secondFactor: false });
});

describe('guessing codes', () => {
  const WRONG = '000000';
  const codeWrong = { code: 'code_wrong' };
  /** Five guesses are free; the waits of 5, 10 and 20 s may end while the test runs. */
  const MAX_VERIFIED = 5 + 3;

  /** Counts the wrong passwords and codes that were verified in open sessions. */
  function verified(target: string): Promise<number> {
    const { action } = auditLog;
    return db.$count(auditLog, and(eq(action, 'session.reject'), eq(auditLog.target, target)));
  }

  /** Moves the counter of a user's codes into the past, as if that much time had gone by. */
  function pass(id: number, interval: string) {
    return db.execute(sql`UPDATE sign_in_throttles
      SET blocked_until = blocked_until - ${interval}::interval,
        window_ends_at = window_ends_at - ${interval}::interval
      WHERE key = ${`code:${id}`}`);
  }

  it('is bounded in an open session, whatever right passwords are entered between', async () => {
    const { user, account } = await enrolled();
    for (let guess = 0; guess < 30; guess += 1) {
      await reauthenticate(account, TEST_PASSWORD);
      await expect(removeSecondFactor(account, WRONG)).rejects.toMatchObject(codeWrong);
    }
    expect(await verified(user.email)).toBeLessThanOrEqual(MAX_VERIFIED);
  });

  it('is bounded for a user, at sign-in by whatever devices and in all sessions', async () => {
    const { user, account, next } = await enrolled();
    const { email, id } = user;
    const guess = () => attempt(db, { email, code: WRONG, deviceId: testAddress() });
    const kinds: string[] = [];
    for (let made = 0; made < 20; made += 1) {
      // The right password alone forgives nothing.
      expect(await attempt(db, { email })).toEqual({ kind: 'code_required' });
      kinds.push((await guess()).kind);
    }
    expect(kinds.filter((kind) => kind !== 'throttled').length).toBeLessThanOrEqual(MAX_VERIFIED);
    // The last wait grows, in case the machine was slow enough for it to end.
    await pass(id, '-1 minute');
    await expect(removeSecondFactor(account, WRONG)).rejects.toMatchObject(codeWrong);
    expect(await verified(email)).toBe(0);

    await pass(id, '15 minutes');
    expect(await attempt(db, { email, code: next() })).toMatchObject({ kind: 'signed_in' });
    expect((await guess()).kind).toBe('rejected');
  });

  it('makes each guess wait after the first five, also when 15 minutes are over', async () => {
    const { user } = await enrolled();
    const { email, id } = user;
    const guess = () => attempt(db, { email, code: WRONG, deviceId: testAddress() });
    for (let made = 0; made < 5; made += 1) await guess();
    await pass(id, '15 minutes');
    expect((await guess()).kind).toBe('rejected');
    expect((await guess()).kind).toBe('throttled');
  });
});
