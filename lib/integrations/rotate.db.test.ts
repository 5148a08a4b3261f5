import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { act, createTestIntegration } from '@/testing/integration';
import { createAuthenticator } from './authenticate';
import { rotate as rotateVerb } from './rotate';

const { databaseUrl, db, sql } = sharedDatabase();
const { read: authenticate } = createAuthenticator(sql);

type Named = Awaited<ReturnType<typeof createTestIntegration>>;

function rotate({ nombre }: Named, overlapMs = 0): Promise<{ token: string }> {
  return act(db, rotateVerb, { nombre, overlapMs, deployment: 'development' });
}

async function works({ nombre }: Named, token: string): Promise<boolean> {
  return (await authenticate({ login: nombre, token })).kind === 'authenticated';
}

it('ends the old token at once, or after the overlap, and a third one in any case', async () => {
  const integration = await createTestIntegration(databaseUrl);
  const second = await rotate(integration, 3_600_000);
  expect(await works(integration, integration.token)).toBe(true);
  const third = await rotate(integration, 3_600_000);
  const tokens = [integration.token, second.token, third.token];
  const live = await Promise.all(tokens.map((token) => works(integration, token)));
  expect(live).toEqual([false, true, true]);
  const fourth = await rotate(integration);
  expect(await works(integration, third.token)).toBe(false);
  expect(await works(integration, fourth.token)).toBe(true);
});

it('leaves one token after rotations at the same moment', async () => {
  const integration = await createTestIntegration(databaseUrl);
  const issued = await Promise.all([rotate(integration), rotate(integration), rotate(integration)]);
  const live = await Promise.all(issued.map(({ token }) => works(integration, token)));
  expect(live.filter(Boolean)).toHaveLength(1);
});
