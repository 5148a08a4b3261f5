import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { act } from '@/testing/integration';
import { attempt, createTestUser, testAddress } from '@/testing/users';
import { disableUser } from './administer';

const { db } = sharedDatabase();
const WRONG = 'not the password';

/** As if the wait of every key of this account were over. */
function waitOver(email: string) {
  return db.execute(sql`UPDATE sign_in_throttles SET blocked_until = clock_timestamp()
    WHERE key = ${`account:${email}`}`);
}

async function failures(email: string, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    expect(await attempt(db, { email, password: WRONG })).toEqual({ kind: 'rejected' });
  }
}

it('says the same of an unknown account, a wrong password and a disabled user', async () => {
  const user = await createTestUser(db);
  const rejected = { kind: 'rejected' };
  expect(await attempt(db, { email: `nobody-${user.email}` })).toEqual(rejected);
  expect(await attempt(db, { email: user.email, password: WRONG })).toEqual(rejected);
  await act(db, disableUser, user);
  expect(await attempt(db, { email: user.email })).toEqual(rejected);
});

it('blocks an account after five failures from anywhere, known or unknown alike', async () => {
  const { email } = await createTestUser(db);
  for (const account of [email, `nobody-${email}`]) {
    await failures(account, 5);
    expect(await attempt(db, { email: account })).toEqual({ kind: 'throttled', seconds: 5 });
  }
});

it('makes the wait grow with each failure', async () => {
  const { email } = await createTestUser(db);
  await failures(email, 5);
  for (const seconds of [10, 20, 40]) {
    await waitOver(email);
    await failures(email, 1);
    expect(await attempt(db, { email })).toEqual({ kind: 'throttled', seconds });
  }
});

it('blocks an address after five failures, whoever it tries', async () => {
  const address = testAddress();
  const { email } = await createTestUser(db);
  for (let made = 0; made < 5; made++) {
    await attempt(db, { email: `${made}-${email}`, password: WRONG, address });
  }
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'throttled' });
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('lets no more than five of a burst through to the password', async () => {
  const { email } = await createTestUser(db);
  const burst = Array.from({ length: 20 }, () => attempt(db, { email, password: WRONG }));
  const kinds = (await Promise.all(burst)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'rejected')).toHaveLength(5);
  expect(kinds.filter((kind) => kind === 'throttled')).toHaveLength(15);
});

it('forgets the failures of an account when it signs in, and those of an address do not go', async () => {
  const address = testAddress();
  const { email } = await createTestUser(db);
  for (let made = 0; made < 4; made++) {
    await attempt(db, { email: `other-${email}`, password: WRONG, address });
  }
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'signed_in' });
  await attempt(db, { email, password: WRONG, address });
  expect(await attempt(db, { email, address })).toMatchObject({ kind: 'throttled' });
  await failures(email, 3);
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});

it('counts anew when the 15 minutes are over', async () => {
  const { email } = await createTestUser(db);
  await failures(email, 4);
  await db.execute(sql`UPDATE sign_in_throttles SET window_ends_at = clock_timestamp()
    WHERE key = ${`account:${email}`}`);
  await failures(email, 4);
  expect(await attempt(db, { email })).toMatchObject({ kind: 'signed_in' });
});
