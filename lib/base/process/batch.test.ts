import { describe, expect, it } from 'vitest';
import { Batch } from './batch';

/** A run that ends when the test says so. */
function controlled() {
  const runs: { inputs: readonly number[]; finish: () => void; fail: (error: Error) => void }[] =
    [];
  const batch = new Batch<number, string>({
    run: (inputs) =>
      new Promise((resolve, reject) => {
        runs.push({
          inputs,
          finish: () => resolve(inputs.map((input) => `done ${input}`)),
          fail: reject,
        });
      }),
    mayRunAlone: (error) => error instanceof Error && error.message === 'refused',
    maxSize: 3,
    timeoutMs: 5_000,
  });
  const run = (index: number) => {
    const started = runs[index];
    if (started === undefined) throw new Error(`run ${index} has not started`);
    return started;
  };
  return { batch, runs, run };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
  it('starts with the inputs of the same moment, and takes what waited together', async () => {
    const { batch, runs, run } = controlled();
    const first = batch.submit(1);
    const same = batch.submit(11);
    await nextTurn();
    expect(run(0).inputs).toEqual([1, 11]);
    const others = [2, 3, 4, 5].map((input) => batch.submit(input));
    expect(runs).toHaveLength(1);
    run(0).finish();
    expect(await Promise.all([first, same])).toEqual(['done 1', 'done 11']);
    await expect.poll(() => runs.length).toBe(2);
    expect(run(1).inputs).toEqual([2, 3, 4]);
    run(1).finish();
    await expect.poll(() => runs.length).toBe(3);
    run(2).finish();
    expect(await Promise.all(others)).toEqual(['done 2', 'done 3', 'done 4', 'done 5']);
  });

  it('runs members alone after a refusal, so that one bad input touches nobody else', async () => {
    const batch = new Batch<number, number>({
      run: async (inputs) => {
        if (inputs.includes(13)) throw new Error('refused');
        return inputs;
      },
      mayRunAlone: () => true,
      maxSize: 10,
      timeoutMs: 5_000,
    });
    const outcomes = await Promise.allSettled([1, 13, 2].map((input) => batch.submit(input)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('never repeats a run whose outcome is unknown', async () => {
    const { batch, runs, run } = controlled();
    const first = batch.submit(1);
    await nextTurn();
    const others = [batch.submit(2), batch.submit(3)];
    const outcomes = Promise.allSettled([first, ...others]);
    run(0).finish();
    await expect.poll(() => runs.length).toBe(2);
    run(1).fail(new Error('connection lost'));
    expect((await outcomes).map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(runs).toHaveLength(2);
  });

  it('gives up a run that stays silent, its outcome unknown, and goes on with the next', async () => {
    let runs = 0;
    const batch = new Batch<number, number>({
      run: (inputs) => {
        runs += 1;
        return runs === 1 ? new Promise(() => {}) : Promise.resolve(inputs);
      },
      mayRunAlone: () => true,
      maxSize: 1,
      timeoutMs: 20,
    });
    const outcomes = await Promise.allSettled([batch.submit(1), batch.submit(2)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled']);
    expect(runs).toBe(2);
  });

  it('lets nobody wait for ever when a run answers too few', async () => {
    const batch = new Batch<number, number>({
      run: async () => [],
      mayRunAlone: () => false,
      maxSize: 2,
      timeoutMs: 5_000,
    });
    await expect(batch.submit(1)).rejects.toThrow(/fewer outputs/);
  });
});
