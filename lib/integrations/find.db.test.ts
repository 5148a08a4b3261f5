import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { testAdministrator } from '@/testing/integration';
import { createIntegration } from './create';
import { searchIntegrations } from './find';

const db = connectDatabase(inject('databaseUrl'), { max: 2 });
afterAll(() => db.$client.end({ timeout: 5 }));

it('gives the pages of a search in the order of the names, and how many there are', async () => {
  const part = randomBytes(6).toString('hex');
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}-${part}`);
  for (const nombre of [...names].reverse()) {
    await db.transaction((tx) =>
      createIntegration(tx, testAdministrator, {
        nombre,
        flags: {},
        tarifa: 0n,
        deployment: 'development',
      }),
    );
  }
  const page = async (after: string) => {
    const { rows, total } = await searchIntegrations(db, { part: part.toUpperCase(), after }, 2);
    return { names: rows.map(({ nombre }) => nombre), total };
  };
  expect(await page('')).toEqual({ names: names.slice(0, 2), total: 5 });
  expect(await page(`b-${part}`)).toEqual({ names: names.slice(2, 4), total: 5 });
  expect(await page(`e-${part}`)).toEqual({ names: [], total: 5 });
});
