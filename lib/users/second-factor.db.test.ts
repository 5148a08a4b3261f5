import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { testAdministrator } from '@/testing/integration';
import { attempt, createTestUser, signedIn, testBox } from '@/testing/users';
import { confirmSecondFactor, removeSecondFactor } from './account';
import { resetSecondFactor } from './administer';
import { findUser } from './find';
import { beginSecondFactor } from './second-factor';

const db = connectDatabase(inject('databaseUrl'), { max: 4 });
afterAll(() => db.$client.end({ timeout: 5 }));

const STEP_MS = 30_000;

/** A user with a second factor. The code of the present step is spent by enrolling. */
async function enrolled() {
  const user = await createTestUser(db);
  const session = await signedIn(db, user.email);
  const { secret } = await db.transaction((tx) => beginSecondFactor(tx, testBox, user));
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const enrolledWith = totp.generate();
  const recovery = await db.transaction((tx) =>
    confirmSecondFactor(tx, testBox, session, enrolledWith),
  );
  const next = () => totp.generate({ timestamp: Date.now() + STEP_MS });
  return { user, session, recovery, enrolledWith, next };
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
  const code = first.toUpperCase().replace('-', ' ');
  expect(await attempt(db, { email: user.email, code })).toMatchObject({ kind: 'signed_in' });
  expect(await attempt(db, { email: user.email, code })).toEqual({ kind: 'rejected' });
  expect(await attempt(db, { email: user.email, code: second })).toMatchObject({
    kind: 'signed_in',
  });
});

it('counts only once a first code was given, and is not replaced by starting anew', async () => {
  const user = await createTestUser(db);
  await db.transaction((tx) => beginSecondFactor(tx, testBox, user));
  expect(await attempt(db, { email: user.email })).toMatchObject({ kind: 'signed_in' });
  const other = await enrolled();
  await db.transaction((tx) => beginSecondFactor(tx, testBox, other.user));
  const code = other.next();
  expect(await attempt(db, { email: other.user.email, code })).toMatchObject({
    kind: 'signed_in',
  });
});

it('gives recovery codes at enrolment only', async () => {
  const { session, next } = await enrolled();
  const again = db.transaction((tx) => confirmSecondFactor(tx, testBox, session, next()));
  await expect(again).rejects.toMatchObject({ code: 'code_wrong' });
});

it('is removed against a code of it, which cannot be guessed', async () => {
  const { user, session, next } = await enrolled();
  for (let guess = 0; guess < 5; guess++) {
    const wrong = removeSecondFactor(db, testBox, session, '000000');
    await expect(wrong).rejects.toMatchObject({ code: 'code_wrong' });
  }
  const blocked = removeSecondFactor(db, testBox, session, next());
  await expect(blocked).rejects.toMatchObject({ code: 'code_wrong' });
  expect(await findUser(db, user.id)).toMatchObject({ secondFactor: true });

  const other = await enrolled();
  await removeSecondFactor(db, testBox, other.session, other.next());
  expect(await attempt(db, { email: other.user.email })).toMatchObject({ kind: 'signed_in' });
});

it('is reset by an administrator, recovery codes and all', async () => {
  const { user, recovery } = await enrolled();
  const shown = await findUser(db, user.id);
  await db.transaction((tx) => resetSecondFactor(tx, testAdministrator, shown));
  const code = recovery[0] ?? '';
  expect(await attempt(db, { email: user.email, code })).toMatchObject({ kind: 'signed_in' });
  expect(await findUser(db, user.id)).toMatchObject({ secondFactor: false });
});
