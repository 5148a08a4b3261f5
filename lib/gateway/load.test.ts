import { afterEach, expect, it } from 'vitest';
import { occupyStatements } from '@/testing/batch';
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
  const some = occupyStatements(1_001);
  expect([load.overloaded('pages'), load.overloaded('lookups')]).toEqual([true, false]);
  const more = occupyStatements(4_000);
  expect(load.overloaded('lookups')).toBe(true);
  await Promise.all([some.release(), more.release()]);
  expect(load.overloaded('pages')).toBe(false);
});
