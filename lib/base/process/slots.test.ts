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

it('lets a key with a queue rest as long as its request took, one request at a time', async () => {
  const slots = new Slots({ ...limits, max: 4, maxWaiting: 3, rests: true });
  const [first, second] = [await slots.acquire('a'), await slots.acquire('a')];
  let admitted = 0;
  for (let n = 0; n < 3; n += 1) {
    void slots.acquire('a').then(() => {
      admitted += 1;
    });
  }
  const startedAt = performance.now();
  await expect.poll(() => performance.now() - startedAt, { interval: 5 }).toBeGreaterThan(50);
  first?.();
  second?.();
  const other = await slots.acquire('b');
  expect(admitted).toBe(0);
  await expect.poll(() => admitted, { interval: 5 }).toBe(1);
  expect(performance.now() - startedAt).toBeGreaterThan(99);
  other?.();
  expect(admitted).toBe(1);
});
