import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '@/lib/base/time/time';

/** Calls `start` at a steady rate, whether or not earlier calls have ended, and waits for all. */
export async function atRate(
  perSecond: number,
  goesOn: (started: number) => boolean,
  start: (number: number) => Promise<unknown>,
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  for (let number = 0; goesOn(number); number += 1) {
    const dueAt = startedAt + (number * SECOND_MS) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    const one = start(number).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
}
