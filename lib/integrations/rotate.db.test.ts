import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { createAuthenticator } from './authenticate';
import { rotate } from './rotate';

const { sql, newIntegration, act } = sharedDatabase();

it('leaves one token after rotations at the same moment', async () => {
  const { nombre } = await newIntegration();
  const input = { nombre, overlapMs: 0, deployment: 'development' } as const;
  const issued = await Promise.all([1, 2, 3].map(() => act(rotate, input)));
  const { read } = createAuthenticator(sql);
  const answers = await Promise.all(issued.map(({ token }) => read({ login: nombre, token })));
  expect(answers.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1);
});
