import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { createIntegration } from './create';
import { searchIntegrations } from './find';

const { db, act } = sharedDatabase();
it('a part of the name finds the first integrations that have it', async () => {
  const part = randomLetters();
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}-${part}`);
  for (const nombre of [...names].reverse()) {
    const created = { nombre, flags: {}, tarifa: 0n, deployment: 'development' } as const;
    await act(createIntegration, created);
  }
  const found = await searchIntegrations(db, part.toUpperCase(), 2);
  expect(found.map(({ nombre }) => nombre)).toEqual(names.slice(0, 2));
  expect(await searchIntegrations(db, `no-${part}`, 2)).toEqual([]);
});
