import { describe, expect, it } from 'vitest';
import { PERIODS } from '@/lib/base/time/periods';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import { chartPeriod } from './chart-periods';

/** A quarter past three in the afternoon of a Saturday in Guatemala. */
const now = new Date('2026-11-21T21:15:00Z');

describe('the period of a chart', () => {
  it.each([
    ['24h', HOUR_MS, 24, '2026-11-20T22:00:00.000Z'],
    ['today', HOUR_MS, 16, '2026-11-21T06:00:00.000Z'],
    ['yesterday', HOUR_MS, 24, '2026-11-20T06:00:00.000Z'],
    ['last-month', DAY_MS, 31, '2026-10-01T06:00:00.000Z'],
    ['7d', 3 * HOUR_MS, 54, '2026-11-15T06:00:00.000Z'],
    ['30d', DAY_MS, 30, '2026-10-23T06:00:00.000Z'],
    ['90d', DAY_MS, 90, '2026-08-24T06:00:00.000Z'],
    ['13m', 7 * DAY_MS, 56, '2025-11-01T06:00:00.000Z'],
  ] as const)('of %s has bars that can be told apart', (name, unitMs, count, from) => {
    const period = chartPeriod(name, now);
    expect(period.unitMs).toBe(unitMs);
    expect(period.bars).toHaveLength(count);
    expect(period.from.toISOString()).toBe(from);
  });

  it('is cut into bars without a gap, which hold now and nothing outside of it', () => {
    const present = PERIODS.statistics.filter(
      (name) => name !== 'yesterday' && name !== 'last-month',
    );
    for (const name of present) {
      const { bars, from, to } = chartPeriod(name, now);
      expect(bars[0]?.from).toEqual(from);
      for (const [place, bar] of bars.slice(1).entries()) expect(bar.from).toEqual(bars[place]?.to);
      expect(bars.at(-1)?.from.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(bars.at(-1)?.to.getTime()).toBeGreaterThan(now.getTime());
      expect(bars.at(-1)?.to.getTime()).toBeLessThanOrEqual(to.getTime());
    }
  });

  it('of a single integration goes by the day once its hours are let go of', () => {
    const days = { from: '2026-10-01', to: '2026-10-02' };
    expect(chartPeriod(days, now).barGrain).toBe('hour');
    expect(chartPeriod(days, now, { integration: true }).barGrain).toBe('day');
    expect(chartPeriod('7d', now, { integration: true }).barGrain).toBe('hour');
  });

  it('of days takes them in either order, and ends today and within five years', () => {
    const shown = (from: string, to: string) => {
      const period = chartPeriod({ from, to }, now);
      return [period.from.toISOString(), period.to.toISOString(), period.bars.length <= 92];
    };
    const own = ['2026-11-03T06:00:00.000Z', '2026-11-06T06:00:00.000Z', true];
    expect(shown('2026-11-03', '2026-11-05')).toEqual(own);
    expect(shown('2026-11-05', '2026-11-03')).toEqual(own);
    expect(shown('2026-11-20', '2030-01-01')).toEqual([
      '2026-11-20T06:00:00.000Z',
      '2026-11-22T06:00:00.000Z',
      true,
    ]);
    expect(shown('0001-01-01', '2026-11-21')).toEqual([
      '2021-11-18T06:00:00.000Z',
      '2026-11-22T06:00:00.000Z',
      true,
    ]);
  });

  it('that goes on for longer than hours are kept is compared by its days alone', () => {
    const { slices, before } = chartPeriod('90d', now, { integration: true });
    expect(slices).toEqual([
      slice('now', 'day', '2026-08-24T06:00:00Z', '2026-11-21T06:00:00Z'),
      slice('running', 'day', '2026-11-21T06:00:00Z', '2026-11-22T06:00:00Z'),
      slice('before', 'day', '2026-05-25T06:00:00Z', '2026-08-22T06:00:00Z'),
    ]);
    expect(before).toEqual({
      from: new Date('2026-05-25T06:00:00Z'),
      to: new Date('2026-08-23T06:00:00Z'),
    });
  });
});

/** A stretch of counts that is read. */
const slice = (span: string, grain: string, from: string, to: string) => ({
  span,
  grain,
  from: new Date(from),
  to: new Date(to),
});

describe('what is read for a comparison', () => {
  it('of hours is the running one and the 23 before it, and the same a week earlier', () => {
    expect(chartPeriod('24h', now).slices).toEqual([
      slice('now', 'hour', '2026-11-20T22:00:00Z', '2026-11-21T21:00:00Z'),
      slice('running', 'hour', '2026-11-21T21:00:00Z', '2026-11-21T22:00:00Z'),
      slice('before', 'hour', '2026-11-13T22:00:00Z', '2026-11-14T21:00:00Z'),
    ]);
  });

  it('of days is today in Guatemala and the days before it, and as much of the week before', () => {
    const { slices, bars } = chartPeriod('7d', now, { byDay: true });
    expect(bars.map(({ from }) => from.toISOString().slice(8, 13))).toEqual(
      ['15', '16', '17', '18', '19', '20', '21'].map((day) => `${day}T06`),
    );
    expect(slices).toEqual([
      slice('now', 'day', '2026-11-15T06:00:00Z', '2026-11-21T06:00:00Z'),
      slice('now', 'hour', '2026-11-21T06:00:00Z', '2026-11-21T21:00:00Z'),
      slice('running', 'hour', '2026-11-21T21:00:00Z', '2026-11-22T06:00:00Z'),
      slice('before', 'day', '2026-11-08T06:00:00Z', '2026-11-14T06:00:00Z'),
      slice('before', 'hour', '2026-11-14T06:00:00Z', '2026-11-14T21:00:00Z'),
    ]);
  });

  it('begins a day at six in the morning of UTC, not a moment before', () => {
    const last = (text: string) => chartPeriod('30d', new Date(text)).bars.at(-1)?.from;
    expect(last('2026-11-21T05:59:59.999Z')).toEqual(new Date('2026-11-20T06:00:00Z'));
    expect(last('2026-11-21T06:00:00.001Z')).toEqual(new Date('2026-11-21T06:00:00Z'));
  });

  it('has no gap and counts nothing twice', () => {
    for (const name of PERIODS.overview) {
      const { slices, from } = chartPeriod(name, now);
      const spanOf = (...spans: string[]) => slices.filter(({ span }) => spans.includes(span));
      for (const some of [spanOf('now', 'running'), spanOf('before')]) {
        for (const [place, { from: begins }] of some.slice(1).entries()) {
          expect(begins).toEqual(some[place]?.to);
        }
      }
      const lengthOf = (some: ReturnType<typeof spanOf>) =>
        (some.at(-1)?.to.getTime() ?? 0) - (some[0]?.from.getTime() ?? 0);
      expect(spanOf('now')[0]?.from).toEqual(from);
      expect(lengthOf(spanOf('before'))).toBe(lengthOf(spanOf('now')));
    }
  });
});
