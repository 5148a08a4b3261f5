import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { plantRecords, recordOf } from '@/testing/records';
import { createTestUser } from '@/testing/users';
import { searchConsole } from './search';

const { db, sql, newIntegrations } = sharedDatabase();

const NOTHING = { integrations: [], more: 0, users: [], ids: [], isUnknownId: false };

it('finds the query and the request of an id, and says when there is none', async () => {
  const requestId = `pedido-${randomLetters()}-7`;
  const record = recordOf({ requestId });
  const [integration] = await newIntegrations(1);
  await plantRecords(sql, [{ ...record, integrationId: integration?.id ?? 0 }]);
  expect(await searchConsole(db, 'soporte', record.id.toUpperCase())).toEqual({
    ...NOTHING,
    ids: [{ kind: 'query', href: `/console/queries/${record.id}` }],
  });
  expect(await searchConsole(db, 'soporte', requestId)).toEqual({
    ...NOTHING,
    ids: [{ kind: 'request', href: `/console/queries?request=${requestId}` }],
  });
  for (const unknown of [`${requestId}0`, '01a1fe98-607c-7155-addd-59a6e0225b4b']) {
    expect(await searchConsole(db, 'soporte', unknown)).toEqual({ ...NOTHING, isUnknownId: true });
  }
});

it('says how many integrations match beside those it lists', async () => {
  const made = await newIntegrations(10);
  const part = `x${randomLetters()}`;
  for (const [place, { id }] of made.entries()) {
    await sql`UPDATE integrations SET nombre = ${`${part}-${place}`} WHERE id = ${id}`;
  }
  const { integrations, more, isUnknownId } = await searchConsole(db, 'soporte', part);
  expect(integrations.map(({ nombre }) => nombre)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((place) => `${part}-${place}`),
  );
  expect({ more, isUnknownId }).toEqual({ more: 2, isUnknownId: false });
});

it('finds users for those who may see them', async () => {
  const { email } = await createTestUser(db);
  const part = email.slice(2, 14).toUpperCase();
  expect((await searchConsole(db, 'admin', part)).users).toEqual([email]);
  expect((await searchConsole(db, 'soporte', part)).users).toEqual([]);
});
