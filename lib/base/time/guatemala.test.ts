import { expect, it } from 'vitest';
import {
  addDays,
  dayOf,
  localMinute,
  localSecond,
  parseDay,
  parseInstant,
  startOfDay,
  startOfMonth,
} from './guatemala';

it('a day begins at six in the morning of UTC, whatever the season', () => {
  for (const day of ['2026-01-15', '2026-07-15']) {
    expect(startOfDay(day).toISOString()).toBe(`${day}T06:00:00.000Z`);
    expect(dayOf(startOfDay(day))).toBe(day);
    expect(dayOf(new Date(startOfDay(day).getTime() - 1))).toBe(addDays(day, -1));
  }
});

it('counts days and months over the ends of years and Februaries', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(startOfMonth('2026-03-31')).toBe('2026-03-01');
  expect(startOfMonth('2026-03-31', -1)).toBe('2026-02-01');
  expect(startOfMonth('2026-01-31', -1)).toBe('2025-12-01');
  expect(startOfMonth('2026-12-05', 1)).toBe('2027-01-01');
});

it('reads days that exist and nothing else', () => {
  expect(parseDay('2028-02-29')).toBe('2028-02-29');
  for (const bad of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', 'today']) {
    expect(parseDay(bad)).toBeUndefined();
  }
});

it('reads an instant as it is in Guatemala unless it brings its own offset', () => {
  const instant = '2026-12-01T06:00:00.000Z';
  for (const text of [
    '2026-12-01T00:00',
    '2026-12-01T00:00:00',
    '2026-12-01T06:00Z',
    '2026-12-01T07:00:00+01:00',
  ]) {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  }
  expect(localMinute(new Date(instant))).toBe('2026-12-01T00:00');
  expect(localSecond(new Date(instant))).toBe('2026-12-01 00:00:00');
  for (const bad of ['2026-12-01', '2026-02-30T00:00', '2026-12-01T25:00', 'tomorrow', '']) {
    expect(parseInstant(bad)).toBeUndefined();
  }
});
