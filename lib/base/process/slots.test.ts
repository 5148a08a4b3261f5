import { expect, it } from 'vitest';
import { Slots } from './slots';

const limits = { max: 3, maxPerKey: 2, maxWaiting: 2, waitMs: 60_000 };

it('gives one key no more than its share, and the rest to others', async () => {
  const slots = new Slots(limits);
  const first = await slots.acquire('a');
  await slots.acquire('a');
  let third: unknown = 'waiting';
  void slots.acquire('a').then((release) => {
    third = release;
  });
  expect(await slots.acquire('b')).toBeTypeOf('function');
  expect(third).toBe('waiting');
  first?.();
  await expect.poll(() => third).toBeTypeOf('function');
});

it('refuses at once when the queue is full', async () => {
  const slots = new Slots({ ...limits, maxWaiting: 0 });
  await Promise.all([slots.acquire('a'), slots.acquire('b'), slots.acquire('c')]);
  expect(await slots.acquire('d')).toBeUndefined();
});

it('refuses whoever waited too long, and does not admit them later', async () => {
  const slots = new Slots({ ...limits, max: 1, waitMs: 5 });
  const release = await slots.acquire('a');
  expect(await slots.acquire('b')).toBeUndefined();
  release?.();
  release?.();
  expect(await slots.acquire('c')).toBeTypeOf('function');
  expect(await slots.acquire('d')).toBeUndefined();
});
