import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { act, createTestIntegration } from '@/testing/integration';
import { createAuthenticator } from './authenticate';
import { rotate } from './rotate';

const { databaseUrl, db, sql } = sharedDatabase();

it('leaves one token after rotations at the same moment', async () => {
  const { nombre } = await createTestIntegration(databaseUrl);
  const input = { nombre, overlapMs: 0, deployment: 'development' } as const;
  const issued = await Promise.all([1, 2, 3].map(() => act(db, rotate, input)));
  const { read } = createAuthenticator(sql);
  const answers = await Promise.all(issued.map(({ token }) => read({ login: nombre, token })));
  expect(answers.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1);
});
