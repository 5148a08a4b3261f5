import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { judgeClocks } from './clocks';

const NOW = Date.UTC(2026, 10, 23, 12);
const at = (ms: number) => new Date(NOW + ms);
const right = { appAt: at(0), databaseAt: at(100), newestRecordAt: at(-MINUTE_MS) };

it('trusts clocks that agree, with each other, the newest record and the last run', () => {
  const { problem, notes } = judgeClocks(right, { clockAt: at(-HOUR_MS) });
  expect(problem).toBeUndefined();
  expect(notes).toEqual({ clockAt: at(100) });
  expect(judgeClocks({ ...right, newestRecordAt: null }, {}).problem).toBeUndefined();
});

it('doubts a database whose clock is not that of the process, in either direction', () => {
  for (const offset of [6 * MINUTE_MS, -6 * MINUTE_MS, 400 * DAY_MS]) {
    const clocks = { ...right, databaseAt: at(offset), newestRecordAt: null };
    expect(judgeClocks(clocks, {}).problem).toBe('apart');
  }
});

it('doubts clocks behind the newest record', () => {
  const clocks = { ...right, newestRecordAt: at(10 * MINUTE_MS) };
  expect(judgeClocks(clocks, {}).problem).toBe('behind');
});

it('waits a day after both clocks jumped together, then trusts what has lasted', () => {
  const jumped = judgeClocks(right, { clockAt: at(-2 * DAY_MS) });
  expect(jumped.problem).toBe('jumped');
  const later = (ms: number) => ({ ...right, appAt: at(ms), databaseAt: at(ms) });
  const soon = judgeClocks(later(HOUR_MS), jumped.notes);
  expect(soon.problem).toBe('jumped');
  const hours = { ...soon.notes, clockAt: at(DAY_MS) };
  expect(judgeClocks(later(DAY_MS + HOUR_MS), hours).problem).toBeUndefined();
});
