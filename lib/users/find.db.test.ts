import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { createTestUser, signedIn } from '@/testing/users';
import { listUsers, type USER_ORDERS } from './find';

const { db } = sharedDatabase();
it('lists the users in the order asked for, who never signed in as the longest ago', async () => {
  const never = await createTestUser(db);
  const early = await createTestUser(db, 'admin');
  const late = await createTestUser(db);
  for (const { email } of [early, late]) await signedIn(db, email);
  const emails = [never, early, late].map(({ email }) => email);
  const listed = async (column: (typeof USER_ORDERS)[number], direction: 'asc' | 'desc') =>
    (await listUsers(db, { column, direction }))
      .map(({ email }) => email)
      .filter((email) => emails.includes(email));
  expect(await listed('email', 'asc')).toEqual(emails.toSorted());
  expect(await listed('email', 'desc')).toEqual(emails.toSorted().reverse());
  expect(await listed('lastSignIn', 'asc')).toEqual(emails);
  expect(await listed('lastSignIn', 'desc')).toEqual([...emails].reverse());
  expect((await listed('role', 'asc'))[0]).toBe(early.email);
});
