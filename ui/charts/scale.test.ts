import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import {
  decadeLines,
  decadesOf,
  heightIn,
  linePath,
  niceCeiling,
  shareFloor,
  ticksOf,
} from './scale';

it('the scale ends at a round number that nothing exceeds, with a whole one in the middle', () => {
  const ends = [0, 1, 4, 5, 10, 11, 20, 21, 26, 99, 101, 260, 1_234].map(niceCeiling);
  expect(ends).toEqual([4, 4, 4, 6, 10, 20, 20, 30, 30, 100, 150, 300, 1_500]);
});

it('a scale of shares begins with none below it', () => {
  expect([[], [1], [0.995, 1], [0.99], [0.85], [0.3, 1], [0]].map(shareFloor)).toEqual([
    0.99, 0.99, 0.99, 0.99, 0.8, 0, 0,
  ]);
});

it('a scale of powers of ten holds every value', () => {
  expect(decadesOf([])).toEqual({ low: 0, high: 1 });
  expect(decadesOf([100])).toEqual({ low: 2, high: 3 });
  const decades = decadesOf([0.4, 35, 12_000]);
  expect(decades).toEqual({ low: 0, high: 5 });
  expect([0.4, 1, 1_000, 100_000].map((value) => heightIn(decades, value))).toEqual([0, 0, 0.6, 1]);
  expect(decadeLines({ low: 1, high: 3 }, String)).toEqual([
    { at: 0, text: '10' },
    { at: 0.5, text: '100' },
    { at: 1, text: '1000' },
  ]);
});

it('a line is broken where there is nothing, and a point alone is still seen', () => {
  expect(linePath([0, 1, undefined, 0.5, undefined])).toBe('M0.5 1L1.5 0M3.5 0.5h0.001');
  expect(linePath([undefined])).toBe('');
});

describe('labels below the bars', () => {
  const starts = (count: number, unitMs: number, from = '2026-11-15T06:00:00Z') =>
    Array.from({ length: count }, (_, n) => new Date(new Date(from).getTime() + n * unitMs));
  const places = (all: readonly Date[], unitMs: number) =>
    ticksOf(all, unitMs).map(({ place }) => place);

  it('are few, and the last bar has one', () => {
    expect(places(starts(24, HOUR_MS), HOUR_MS)).toEqual([3, 7, 11, 15, 19, 23]);
    expect(places(starts(7, DAY_MS), DAY_MS)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(places(starts(90, DAY_MS), DAY_MS)).toEqual([14, 29, 44, 59, 74, 89]);
  });

  it('stand where days begin when bars are shorter than the days they show', () => {
    expect(places(starts(56, 3 * HOUR_MS), 3 * HOUR_MS)).toEqual([0, 8, 16, 24, 32, 40, 48]);
  });
});
