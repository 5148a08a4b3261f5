import { expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/base/time/time';
import { sharedDatabase } from '@/testing/database';
import { createAuthenticator } from './authenticate';
import { rotate, rotateOwn } from './rotate';
import { setIntegration } from './set';

const { sql, newIntegration, act } = sharedDatabase();

it('leaves one token after rotations at the same moment', async () => {
  const { nombre } = await newIntegration();
  const input = { nombre, overlapMs: 0, deployment: 'development' } as const;
  const issued = await Promise.all([1, 2, 3].map(() => act(rotate, input)));
  const { read } = createAuthenticator(sql);
  const answers = await Promise.all(issued.map(({ token }) => read({ login: nombre, token })));
  expect(answers.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1);
});

it('its own people rotate only where staff allow it, while it is active, with an overlap', async () => {
  const { nombre } = await newIntegration();
  const set = (switches: object) => act(setIntegration, { nombre, switches, reason: 'test' });
  const rotateFor = (overlapMs: number) =>
    act(rotateOwn, { nombre, overlapMs, deployment: 'development' });
  const refused = { code: 'rotation_off' };
  await expect(rotateFor(HOUR_MS)).rejects.toMatchObject(refused);
  await set({ own_rotation: true });
  await expect(rotateFor(HOUR_MS - 1)).rejects.toMatchObject(refused);
  const { token } = await rotateFor(HOUR_MS);
  const { read } = createAuthenticator(sql);
  expect(await read({ login: nombre, token })).toMatchObject({ kind: 'authenticated' });
  await set({ suspended: true });
  await expect(rotateFor(HOUR_MS)).rejects.toMatchObject(refused);
});
