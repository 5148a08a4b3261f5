import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { everything } from '@/testing/scope';
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
import { reauthenticate } from './account';
import { disableUser, resetAccess } from './administer';
import { createUser } from './create';

const { db, act } = sharedDatabase();
const WRONG = 'not the password';
const MANY_ADDRESSES = everything ? 500 : 100;

/** Tries wrong passwords and returns how each attempt ended. */
async function guess(count: number, given: Parameters<typeof attempt>[1]): Promise<string[]> {
  const kinds: string[] = [];
  for (let made = 0; made < count; made++) {
    kinds.push((await attempt(db, { password: WRONG, ...given })).kind);
  }
  return kinds;
}

/** Guesses from as many addresses, once from each. */
async function guessFromAddresses(count: number, email: string): Promise<string[]> {
  const addresses = Array.from({ length: count }, testAddress);
  const guesses = addresses.map((address) => attempt(db, { email, password: WRONG, address }));
  return (await Promise.all(guesses)).map(({ kind }) => kind);
}

function countOf(kinds: readonly string[], kind: string): number {
  return kinds.filter((other) => other === kind).length;
}

it('says the same of an unknown account, a wrong password and a disabled user', async () => {
  const user = await createTestUser(db);
  const rejected = { kind: 'rejected' };
  expect(await attempt(db, { email: `nobody-${user.email}` })).toEqual(rejected);
  expect(await attempt(db, { email: user.email, password: WRONG })).toEqual(rejected);
  await act(disableUser, user);
  expect(await attempt(db, { email: user.email })).toEqual(rejected);
});

it('makes an address wait after five failures at an account, known or unknown alike', async () => {
  const { email } = await createTestUser(db);
  for (const account of [email, `nobody-${email}`]) {
    const address = testAddress();
    await guess(5, { email: account, address });
    for (const seconds of [5, 10, 20, 40]) {
      // Some of the wait has passed already.
      const isLeft = (left: number) => left <= seconds && left > seconds / 2;
      expect(await attempt(db, { email: account, address })).toEqual({
        kind: 'throttled',
        seconds: expect.toSatisfy(isLeft),
      });
      await db.execute(sql`UPDATE sign_in_throttles SET blocked_until = clock_timestamp()
        WHERE key = ${`address:${address}:${account}`}`);
      expect(await guess(1, { email: account, address })).toEqual(['rejected']);
    }
  }
});

it('lets no failures from one address block the account anywhere else', async () => {
  const { email } = await createTestUser(db);
  const kinds = await guess(40, { email, address: testAddress() });
  expect(kinds.slice(5).every((kind) => kind === 'throttled')).toBe(true);
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('slows guessing down that is spread over many addresses, but not a known device', async () => {
  const { email } = await createTestUser(db);
  const kinds = await guessFromAddresses(MANY_ADDRESSES, email);
  // The waits of 5, 10 and 20 s may end while the test runs.
  expect(countOf(kinds, 'rejected')).toBeLessThanOrEqual(23);
  // The last wait begins again, in case the machine was slow enough for it to end.
  await db.execute(sql`UPDATE sign_in_throttles
    SET blocked_until = clock_timestamp() + interval '1 minute'
    WHERE key = ${`account:${email}`} AND blocked_until IS NOT NULL`);
  expect(await attempt(db, { email })).toMatchObject({ kind: 'throttled' });
  const address = testAddress();
  const known = await attempt(db, { email, address, deviceId: testAddress() });
  expect(known).toMatchObject({ kind: 'signed_in' });
}, 60_000);

it('limits guesses on a known device too, for that device only', async () => {
  const { email } = await createTestUser(db);
  const deviceId = testAddress();
  expect(countOf(await guess(8, { email, deviceId }), 'rejected')).toBe(5);
  expect(await attempt(db, { email, deviceId })).toMatchObject({ kind: 'throttled' });
  expect(await attempt(db, { email, deviceId: testAddress() })).toMatchObject({
    kind: 'signed_in',
  });
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('blocks an address after twenty failures at any accounts', async () => {
  const address = testAddress();
  const { email } = await createTestUser(db);
  for (let made = 0; made < 20; made++) await guess(1, { email: `${made}-${email}`, address });
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'throttled' });
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('lets no more than five of a burst from one address through to the password', async () => {
  const { email } = await createTestUser(db);
  const given = { email, password: WRONG, address: testAddress() };
  const burst = Array.from({ length: 20 }, () => attempt(db, given));
  const kinds = (await Promise.all(burst)).map(({ kind }) => kind);
  expect([countOf(kinds, 'rejected'), countOf(kinds, 'throttled')]).toEqual([5, 15]);
});

it('forgets the failures at an account when it signs in, and not those of the address', async () => {
  const address = testAddress();
  const { email } = await createTestUser(db);
  for (let made = 0; made < 15; made++) await guess(1, { email: `${made}-${email}`, address });
  await guess(4, { email, address });
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'signed_in' });
  expect(await guess(2, { email, address })).toEqual(['rejected', 'throttled']);
});

it('counts anew when the 15 minutes are over', async () => {
  const { email } = await createTestUser(db);
  const address = testAddress();
  await guess(4, { email, address });
  await db.execute(sql`UPDATE sign_in_throttles SET window_ends_at = clock_timestamp()
    WHERE key = ${`address:${address}:${email}`}`);
  await guess(4, { email, address });
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'signed_in' });
});

it('counts anew when the clock that counted was a year ahead', async () => {
  const { email } = await createTestUser(db);
  const address = testAddress();
  await guess(6, { email, address });
  await db.execute(sql`UPDATE sign_in_throttles SET
      window_ends_at = window_ends_at + interval '1 year', blocked_until = blocked_until + interval '1 year'
    WHERE key LIKE ${`%:${email}`} OR key = ${`address:${address}`}`);
  expect(await guess(5, { email, address })).toEqual(Array(5).fill('rejected'));
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'throttled' });
});

it('checks a few of many passwords at once, asks the others to try again, and counts only those checked', async () => {
  const emails = Array.from(
    { length: 80 },
    (_, n) => `burst-${n}-${testAddress()}@pasarela.example`,
  );
  const known = await createTestUser(db);
  const burst = emails.map((email) => attempt(db, { email, password: WRONG }));
  const [inside, ...outcomes] = await Promise.all([
    attempt(db, { email: known.email, deviceId: testAddress() }),
    ...burst,
  ]);
  expect(inside).toMatchObject({ kind: 'signed_in' });
  const kinds = outcomes.map(({ kind }) => kind);
  expect(countOf(kinds, 'busy')).toBeGreaterThan(0);
  expect(countOf(kinds, 'busy') + countOf(kinds, 'rejected')).toBe(80);
  const [row] = await db.execute<{ counted: number }>(sql`
    SELECT sum(failures)::int AS counted FROM sign_in_throttles
    WHERE key IN ${emails.map((email) => `account:${email}`)}`);
  expect(row?.counted).toBe(countOf(kinds, 'rejected'));
});

it('confirms the password in an open session while its account and address are blocked', async () => {
  const { email } = await createTestUser(db);
  const session = await signedIn(db, email);
  await guess(10, { email, address: session.address });
  await guessFromAddresses(30, email);
  const account = ownAccount(db, session);
  await reauthenticate(account, TEST_PASSWORD);
  for (let made = 0; made < 5; made++) {
    const wrong = reauthenticate(account, WRONG);
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong' });
  }
  const blocked = reauthenticate(account, TEST_PASSWORD);
  await expect(blocked).rejects.toMatchObject({ code: 'password_wrong' });
  await reauthenticate(ownAccount(db, await signedIn(db, email, testAddress())), TEST_PASSWORD);
});

it('belongs to one account of the identity provider, whatever address that has later', async () => {
  const user = await createTestUser(db);
  const other = await createTestUser(db);
  const { email } = user;
  const subject = testAddress();
  const entered = { kind: 'signed_in', email };
  expect(await throughProvider(db, { email, subject })).toMatchObject(entered);
  expect(await throughProvider(db, { email: `new-${email}`, subject })).toMatchObject(entered);
  expect(await throughProvider(db, { email: other.email, subject })).toMatchObject(entered);
  // Somebody else got the address.
  const successor = { email, subject: testAddress() };
  expect(await throughProvider(db, successor)).toEqual({ kind: 'rejected' });
  const { code } = await act(resetAccess, await findUser(db, user.id));
  await acceptLink(db, code);
  expect(await throughProvider(db, successor)).toMatchObject(entered);
});

it('does not find by its address a user whose access was reset, before the password is set', async () => {
  const user = await createTestUser(db);
  const { email } = user;
  expect(await throughProvider(db, { email })).toMatchObject({ kind: 'signed_in' });
  const { code } = await act(resetAccess, user);
  expect(await throughProvider(db, { email })).toEqual({ kind: 'rejected' });
  await acceptLink(db, code);
  expect(await throughProvider(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('finds no user by an address whose lower case only looks the same', async () => {
  const { email } = await createTestUser(db, 'soporte', 'k-');
  // U+212A, the sign of kelvin, has a lower case in ASCII.
  const other = email.replace('k', '\u{212a}');
  expect(other.toLowerCase()).toBe(email);
  expect(await attempt(db, { email: other })).toEqual({ kind: 'rejected' });
  expect(await throughProvider(db, { email: other })).toEqual({ kind: 'rejected' });
  const creating = act(createUser, { email: `new-${other}`, role: 'soporte' });
  await expect(creating).rejects.toMatchObject({ code: 'email_invalid' });
  expect(await attempt(db, { email: email.toUpperCase() })).toMatchObject({ kind: 'signed_in' });
});

it('belongs to an account of the present identity provider only', async () => {
  const { email } = await createTestUser(db);
  const issuer = 'https://another.example';
  expect(await throughProvider(db, { email })).toMatchObject({ kind: 'signed_in' });
  expect(await throughProvider(db, { email, issuer })).toMatchObject({ kind: 'signed_in' });
});
