import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '@/lib/base/telemetry/log';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { HOUR_MS, SECOND_MS } from '@/lib/base/time/time';
import { Runner } from './runner';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startTask(work: () => Promise<unknown>) {
  const { tasks } = new Metrics();
  const runner = new Runner(createLogger({ write: () => {} }), tasks);
  runner.start({ name: 'fold_counts', everyMs: SECOND_MS, on: 'each', run: work }, work);
  const failures = async () => (await tasks.failures.get()).values.map(({ value }) => value);
  const successes = async () => (await tasks.success.get()).values.map(({ value }) => value);
  return { runner, failures, successes };
}

it('a task whose run takes long is not run again before its end', async () => {
  const ends: (() => void)[] = [];
  const { successes } = startTask(() => new Promise<void>((resolve) => ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
  expect(ends).toHaveLength(1);
  expect(await successes()).toEqual([]);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(ends).toHaveLength(2);
  expect(await successes()).toHaveLength(1);
});

it('a task whose run never ends has failed after a minute, and runs again', async () => {
  const work = vi.fn(() => new Promise(() => {}));
  const { failures } = startTask(work);
  await vi.advanceTimersByTimeAsync(64 * SECOND_MS);
  expect(await failures()).toEqual([1]);
  expect(work).toHaveBeenCalledTimes(2);
});

it('a runner that was stopped runs nothing, and counts no failure of a run under way', async () => {
  const fail: ((error: Error) => void)[] = [];
  const { runner, failures } = startTask(() => new Promise((_, reject) => fail.push(reject)));
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  await runner.stop();
  fail[0]?.(new Error('the connection ended'));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(fail).toHaveLength(1);
  expect(await failures()).toEqual([0]);
});
