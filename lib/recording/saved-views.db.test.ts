import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { createTestUser } from '@/testing/users';
import { listSavedViews, removeView, saveView } from './saved-views';

const { db } = sharedDatabase();
const newUser = async () => (await createTestUser(db)).id;

const by = (userId: number) => ({ db, session: { userId } });

function save(userId: number, name: string, query: string, replace = false) {
  return saveView(by(userId), { name, query, replace });
}

const kept = async (userId: number) =>
  (await listSavedViews(db, userId)).map(({ name, query }) => [name, query]);

async function idOf(userId: number, name: string): Promise<number> {
  const view = (await listSavedViews(db, userId)).find((one) => one.name === name);
  return view?.id ?? 0;
}

it('keeps views by name, each name once, and replaces only when told to', async () => {
  const user = await newUser();
  await save(user, 'Fallas', 'status=5xx&period=24h');
  await save(user, 'Cobradas', 'charged=yes&period=7d');
  await expect(save(user, 'Fallas', 'status=4xx')).rejects.toMatchObject({
    code: 'view_name_taken',
  });
  await expect(save(user, '', '')).rejects.toMatchObject({ code: 'view_name_invalid' });
  await save(user, 'Fallas', 'status=502&period=24h', true);
  expect(await kept(user)).toEqual([
    ['Cobradas', 'charged=yes&period=7d'],
    ['Fallas', 'status=502&period=24h'],
  ]);
});

it("shows and removes nobody else's", async () => {
  const [one, other] = [await newUser(), await newUser()];
  await save(one, 'Mía', 'period=1h');
  await save(other, 'Mía', 'period=7d');
  const id = await idOf(one, 'Mía');
  await removeView(by(other), id);
  expect(await kept(one)).toEqual([['Mía', 'period=1h']]);
  await removeView(by(one), id);
  expect(await kept(one)).toEqual([]);
  expect(await kept(other)).toEqual([['Mía', 'period=7d']]);
});

it('keeps a name once and no more than thirty, also when everything comes at once', async () => {
  const user = await newUser();
  const same = await Promise.allSettled(
    Array.from({ length: 4 }, () => save(user, 'Igual', 'period=1h')),
  );
  expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const many = await Promise.allSettled(
    Array.from({ length: 32 }, (_, n) => save(user, `Vista ${n}`, '')),
  );
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(29);
  expect(await listSavedViews(db, user)).toHaveLength(30);
  await save(user, 'Igual', 'period=7d', true);
});
