import { expect, inject, it } from 'vitest';
import { closeAfterwards } from '@/testing/afterwards';
import { openTestGateway } from '@/testing/gateway';
import { createTestDatabase, migrateTestDatabase } from '@/testing/postgres';
import { randomLetters } from '@/testing/random';
import { startTestRedis } from '@/testing/redis';

const QUOTA = 50;

it('integrations of two databases with the same number share no quota on one Redis', async () => {
  const redis = await startTestRedis();
  closeAfterwards(redis.close);
  const other = await createTestDatabase(inject('databaseUrl'), `other_${randomLetters()}`);
  await migrateTestDatabase(other);
  const admitted = [];
  for (const databaseUrl of [inject('databaseUrl'), other]) {
    const variables = { REDIS_URL: redis.url, LIMIT_CATALOGOS: String(QUOTA) };
    const { limits } = openTestGateway(databaseUrl, 'http://127.0.0.1:9', variables).gateway;
    // Until its connection is made, an instance counts alone.
    const state = async () => {
      await limits.check();
      return limits.state();
    };
    await expect.poll(state, { timeout: 10_000 }).toBe('redis');
    const count = databaseUrl === other ? QUOTA : 13;
    const spent = await Promise.all(
      Array.from({ length: count }, () => limits.catalogos.spend('2')),
    );
    expect(limits.state()).toBe('redis');
    admitted.push(spent.filter(({ allowed }) => allowed).length);
  }
  expect(admitted).toEqual([13, QUOTA]);
});
