import { describe, expect, it } from 'vitest';
import { PERIODS, periodOf } from './periods';

/** A quarter past three in the afternoon in Guatemala. */
const now = new Date('2026-11-21T21:15:00Z');
const slice = (span: string, grain: string, from: string, to: string, weight = 1) => ({
  span,
  grain,
  from: new Date(from),
  to: new Date(to),
  weight,
});

describe('a period', () => {
  it('of hours is the running one and the 23 before it, against the same a day earlier', () => {
    const { grain, starts, slices } = periodOf('24h', now);
    expect(grain).toBe('hour');
    expect(starts).toHaveLength(24);
    expect(starts[0]).toEqual(new Date('2026-11-20T22:00:00Z'));
    expect(starts[23]).toEqual(new Date('2026-11-21T21:00:00Z'));
    expect(slices).toEqual([
      slice('now', 'hour', '2026-11-20T22:00:00Z', '2026-11-21T22:00:00Z'),
      slice('before', 'hour', '2026-11-19T22:00:00Z', '2026-11-20T21:00:00Z'),
      slice('before', 'hour', '2026-11-20T21:00:00Z', '2026-11-20T21:00:00Z'),
      slice('before', 'hour', '2026-11-20T21:00:00Z', '2026-11-20T22:00:00Z', 0.25),
    ]);
  });

  it('of days is today in Guatemala and the days before it, against as much of the week before', () => {
    const { grain, starts, slices } = periodOf('7d', now);
    expect(grain).toBe('day');
    expect(starts).toHaveLength(7);
    expect(starts[0]).toEqual(new Date('2026-11-15T06:00:00Z'));
    expect(starts[6]).toEqual(new Date('2026-11-21T06:00:00Z'));
    expect(slices).toEqual([
      slice('now', 'day', '2026-11-15T06:00:00Z', '2026-11-22T06:00:00Z'),
      slice('before', 'day', '2026-11-08T06:00:00Z', '2026-11-14T06:00:00Z'),
      slice('before', 'hour', '2026-11-14T06:00:00Z', '2026-11-14T21:00:00Z'),
      slice('before', 'hour', '2026-11-14T21:00:00Z', '2026-11-14T22:00:00Z', 0.25),
    ]);
  });

  it('begins its day at six in the morning of UTC, not a moment before', () => {
    const first = (text: string) => periodOf('30d', new Date(text)).starts.at(-1)?.toISOString();
    expect(first('2026-11-21T05:59:59.999Z')).toBe('2026-11-20T06:00:00.000Z');
    expect(first('2026-11-21T06:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z');
  });

  it('covers both of its spans without a gap and without counting anything twice', () => {
    for (const name of PERIODS) {
      const { slices, from } = periodOf(name, now);
      const before = slices.filter(({ span }) => span === 'before');
      for (const [place, { from: begins }] of before.slice(1).entries()) {
        expect(begins).toEqual(before[place]?.to);
      }
      const [first] = before;
      const length = now.getTime() - from.getTime();
      const lastHour = before.at(-1);
      const covered =
        (lastHour?.from.getTime() ?? 0) +
        (lastHour?.weight ?? 0) * 3_600_000 -
        (first?.from.getTime() ?? 0);
      expect(covered).toBe(length);
    }
  });
});
