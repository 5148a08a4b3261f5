import { afterEach, expect, it } from 'vitest';
import { Batch } from '@/lib/batch';
import { Load } from './load';

const opened: Load[] = [];
afterEach(() => opened.splice(0).map((load) => load.stop()));

function openLoad(): Load {
  const load = new Load();
  opened.push(load);
  return load;
}

/** Keeps the event loop busy; its timers run between the rounds. */
async function block(roundMs: number, until: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!until() && performance.now() < giveUpAt) {
    const end = performance.now() + roundMs;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

it('sheds pages before lookups when the event loop is late, and neither when it no longer is', async () => {
  const load = openLoad();
  expect([load.overloaded('pages'), load.overloaded('lookups')]).toEqual([false, false]);
  await block(500, () => load.overloaded('pages'));
  expect([load.overloaded('pages'), load.overloaded('lookups')]).toEqual([true, false]);
  await block(1_000, () => load.overloaded('lookups'));
  expect([load.overloaded('pages'), load.overloaded('lookups')]).toEqual([true, true]);
  await expect.poll(() => load.overloaded('pages'), { timeout: 10_000 }).toBe(false);
}, 30_000);

it('sheds pages before lookups when many inputs wait for a statement', async () => {
  const load = openLoad();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const batch = new Batch<number, number>({
    run: (inputs) => held.then(() => inputs),
    mayRunAlone: () => false,
    maxSize: 200,
    timeoutMs: 60_000,
  });
  const submit = (count: number) => Array.from({ length: count }, (_, n) => batch.submit(n));
  const waiting = submit(1_002);
  expect([load.overloaded('pages'), load.overloaded('lookups')]).toEqual([true, false]);
  waiting.push(...submit(4_000));
  expect(load.overloaded('lookups')).toBe(true);
  answer();
  await Promise.all(waiting);
  expect(load.overloaded('pages')).toBe(false);
});
