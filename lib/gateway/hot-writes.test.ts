import { expect, it } from 'vitest';
import { HotWrites } from './hot-writes';

it('works while one write of five seconds succeeded, and fails when all of them failed', async () => {
  let now = 0;
  const writes = new HotWrites(() => now);
  const write = writes.watched(async (fails: boolean) => {
    if (fails) throw new Error('No space left on device');
    return 'reserved';
  });
  expect(writes.state).toBe('idle');
  expect(await write(false)).toBe('reserved');
  now = 4_000;
  await expect(write(true)).rejects.toThrow('No space');
  expect(writes.state).toBe('working');
  now = 6_000;
  expect(writes.state).toBe('failing');
  now = 10_000;
  expect(writes.state).toBe('idle');
});
