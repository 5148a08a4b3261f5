import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atDeadline, DeadlineError, within } from './deadline';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('calls each expiration at its deadline or a slot later, and no cancelled one', () => {
  const expired: number[] = [];
  const start = performance.now();
  const cancels = [5, 10, 15, 95].map((ms) =>
    atDeadline(start + ms, () => expired.push(performance.now() - start - ms)),
  );
  cancels[1]?.();
  vi.advanceTimersByTime(200);
  expect(expired).toHaveLength(3);
  for (const late of expired) {
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(21);
  }
});

it('leaves no timer behind once all that share it are cancelled', () => {
  const deadlineAt = performance.now() + 1_000;
  const cancels = [1, 2, 3].map(() => atDeadline(deadlineAt, () => {}));
  expect(vi.getTimerCount()).toBe(1);
  for (const cancel of cancels) cancel();
  expect(vi.getTimerCount()).toBe(0);
});

it('ends the wait alone, and gives the result of work that is done in time', async () => {
  const late = within(performance.now() + 50, new Promise(() => {}));
  const rejected = expect(late).rejects.toBeInstanceOf(DeadlineError);
  vi.advanceTimersByTime(100);
  await rejected;
  expect(await within(performance.now() + 50, Promise.resolve('done'))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});
