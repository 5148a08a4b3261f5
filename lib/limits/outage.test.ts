import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { Outage } from './outage';

const DEADLINE_MS = 60_000;
/** The next call tries at once. */
const NO_PAUSE_MS = 0;

let events: unknown[] = [];
let outage: Outage;

beforeEach(async () => {
  events = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      events.push(JSON.parse(String(line)).event);
      done();
    },
  });
  outage = new Outage(pino(sink), DEADLINE_MS, NO_PAUSE_MS);
  await succeed();
});

/** Begins a call, which ends when the test says so. */
function begin() {
  let end = (_failure?: Error) => {};
  const call = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve());
  });
  const guarded = outage.guard(() => call);
  const endWith = (failure?: Error) => {
    end(failure);
    return guarded;
  };
  return { succeed: () => endWith(), fail: () => endWith(new Error('gone')) };
}

const succeed = () => begin().succeed();
const fail = () => begin().fail();

it('a call that began before the outage does not end it', async () => {
  const earlier = begin();
  await fail();
  await earlier.succeed();
  expect(outage.active).toBe(true);
  await succeed();
  expect(events).toEqual(['limits_degraded', 'limits_restored']);
});

it('a call that began before an outage and fails after it begins none', async () => {
  const earlier = begin();
  await fail();
  await succeed();
  await earlier.fail();
  expect(outage.active).toBe(false);
  expect(events).toEqual(['limits_degraded', 'limits_restored']);
});

it('a try of one outage does not end the next', async () => {
  await fail();
  const earlier = begin();
  await succeed();
  await fail();
  await earlier.succeed();
  expect(outage.active).toBe(true);
  expect(events).toEqual(['limits_degraded', 'limits_restored', 'limits_degraded']);
});
