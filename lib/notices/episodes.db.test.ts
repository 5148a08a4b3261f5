import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { sharedDatabase } from '@/testing/database';
import { everything } from '@/testing/scope';
import { type EpisodeRules, keepEpisodes, type Notified } from './episodes';

const { db } = sharedDatabase();
const START = Date.UTC(2026, 10, 23, 12);

/** Keeps the episodes of a kind that no other test has, at minutes after the start. */
function watch(rules: EpisodeRules) {
  const kind = `test.${randomUUID()}`;
  return (minute: number, subjects: readonly string[], isFirst = false) =>
    db.transaction((tx) =>
      keepEpisodes(
        tx,
        kind,
        rules,
        subjects.map((subject) => ({ subject, data: { minute } })),
        { isFirst, at: new Date(START + minute * MINUTE_MS) },
      ),
    );
}

const events = (notified: readonly Notified[]) =>
  notified.map(({ subject, event }) => `${subject} ${event}`);

it('notifies of an episode once, and of its end', async () => {
  const keep = watch({ clearMs: 10 * MINUTE_MS });
  expect(await keep(0, ['a'])).toMatchObject([{ event: 'opened', data: { minute: 0 } }]);
  expect(await keep(1, ['a'])).toEqual([]);
  expect(await keep(5, [])).toEqual([]);
  expect(await keep(11, ['b'])).toMatchObject([
    { subject: 'a', event: 'closed' },
    { subject: 'b' },
  ]);
  expect(await keep(12, ['b'])).toEqual([]);
});

it('notifies of nothing that was true when the watch began, nor of its end', async () => {
  const keep = watch({});
  expect(await keep(0, ['a'], true)).toEqual([]);
  expect(await keep(1, ['a', 'b'])).toMatchObject([{ subject: 'b' }]);
  expect(events(await keep(2, []))).toEqual(['b closed']);
  expect(events(await keep(3, ['a']))).toEqual(['a opened']);
});

it('notifies of an episode once it has lasted, and of none that ends before', async () => {
  const keep = watch({ waitMs: 3 * MINUTE_MS });
  for (const minute of [0, 1, 2]) expect(await keep(minute, ['long', 'short'])).toEqual([]);
  expect(events(await keep(3, ['long']))).toEqual(['long opened']);
});

it('reopens an episode that ended a moment ago, without another notice', async () => {
  const keep = watch({ clearMs: 10 * MINUTE_MS, mergeMs: 30 * MINUTE_MS });
  await keep(0, ['a']);
  expect(events(await keep(10, []))).toEqual(['a closed']);
  expect(await keep(39, ['a'])).toEqual([]);
  expect(events(await keep(49, []))).toEqual(['a closed']);
  expect(events(await keep(79, ['a']))).toEqual(['a opened']);
});

it('notifies of an episode that opened within the cooldown after it, if it is still open', async () => {
  const keep = watch({ cooldownMs: HOUR_MS });
  await keep(0, ['a', 'b']);
  await keep(1, []);
  expect(await keep(30, ['a', 'b'])).toEqual([]);
  expect(await keep(40, ['a'])).toEqual([]);
  expect(events(await keep(60, ['a']))).toEqual(['a opened']);
});

it('notifies of beginnings and ends whatever it stored while the clock was a year ahead', async () => {
  const year = 365 * 24 * 60;
  const rules = { clearMs: 10 * MINUTE_MS, mergeMs: 30 * MINUTE_MS, cooldownMs: HOUR_MS };
  const keep = watch(rules);
  await keep(year, ['open', 'ended']);
  await keep(year + 10, ['open']);
  expect(events(await keep(0, []))).toEqual(['open closed']);
  expect(events(await keep(61, ['open', 'ended']))).toEqual(['open opened', 'ended opened']);
  const waiting = watch({ waitMs: 3 * MINUTE_MS });
  await waiting(year, ['a']);
  expect(events(await waiting(0, ['a']))).toEqual(['a opened']);
});

const MINUTES = 300;
/** Minutes in which a balance is below its threshold, then above it, in turns of random lengths. */
const series = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 40, maxLength: 40 })
  .map((turns) => turns.flatMap((length, n) => Array<boolean>(length).fill(n % 2 === 0)))
  .map((minutes) => minutes.slice(0, MINUTES));
const COOLDOWN = 72;
const RULES = {
  clearMs: 5 * MINUTE_MS,
  mergeMs: 7 * MINUTE_MS,
  cooldownMs: COOLDOWN * MINUTE_MS,
};

it('notifies of a hovering balance at most once in a cooldown, and misses no crossing', async () => {
  const all = new Map(fc.sample(series, 200).map((below, n) => [`series ${n}`, below]));
  const keep = watch(RULES);
  const notified = new Map<string, number>();
  const crossed = new Map<string, number>();
  const lastBelow = new Map<string, number>();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const below = [...all].filter(([, values]) => values[minute]).map(([subject]) => subject);
    const opened = (await keep(minute, below)).filter(({ event }) => event === 'opened');
    for (const { subject } of opened) {
      expect(minute - (notified.get(subject) ?? -COOLDOWN)).toBeGreaterThanOrEqual(COOLDOWN);
      notified.set(subject, minute);
    }
    for (const subject of below) {
      // Closed after 5 minutes above, and not reopened in the 7 after that.
      if (minute - (lastBelow.get(subject) ?? -12) >= 12) crossed.set(subject, minute);
      lastBelow.set(subject, minute);
      const last = notified.get(subject) ?? Number.NEGATIVE_INFINITY;
      const isKnown = last >= (crossed.get(subject) ?? 0) || minute - last < COOLDOWN;
      expect([subject, minute, isKnown]).toEqual([subject, minute, true]);
    }
  }
});

/** Minutes between two looks: the task's own, unless time is short. */
const STEP = everything ? 1 : 7;

it('notifies of a balance that hovers for a week three times', async () => {
  const keep = watch({ clearMs: HOUR_MS, cooldownMs: 72 * HOUR_MS });
  const notified: number[] = [];
  for (let minute = 0; minute < 7 * 24 * 60; minute += STEP) {
    const isBelow = Math.sin(minute / 97) + Math.sin(minute / 5) / 3 < 0;
    const rows = await keep(minute, isBelow ? ['a'] : []);
    notified.push(...rows.filter(({ event }) => event === 'opened').map(() => minute / 60));
  }
  expect(notified.length).toBe(3);
  expect(notified[1]).toBeGreaterThanOrEqual((notified[0] ?? 0) + 72);
}, 300_000);
