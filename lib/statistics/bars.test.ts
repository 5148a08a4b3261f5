import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import { barOf, barStarts, barWidthMs } from './bars';

const to = new Date('2026-11-21T15:21:17.123Z');
const back = (ms: number) => ({ from: new Date(to.getTime() - ms), to });

describe('the bars of a chart over time', () => {
  it('begin where the clocks of Guatemala begin their unit, weeks on a Monday', () => {
    const at = new Date('2026-11-21T03:16:17.123Z');
    const starts = [60_000, HOUR_MS, 3 * HOUR_MS, DAY_MS, 7 * DAY_MS].map((unitMs) =>
      barOf(at, unitMs).toISOString(),
    );
    expect(starts).toEqual([
      '2026-11-21T03:16:00.000Z',
      '2026-11-21T03:00:00.000Z',
      '2026-11-21T03:00:00.000Z',
      '2026-11-20T06:00:00.000Z',
      '2026-11-16T06:00:00.000Z',
    ]);
    expect(barOf(new Date(starts[4] ?? ''), 7 * DAY_MS).toISOString()).toBe(starts[4]);
  });

  it.each([
    [HOUR_MS, 60_000],
    [DAY_MS, HOUR_MS],
    [7 * DAY_MS, 3 * HOUR_MS],
    [30 * DAY_MS, DAY_MS],
    [396 * DAY_MS, 7 * DAY_MS],
    [10_000 * DAY_MS, 28 * DAY_MS],
  ])('of %i ms are %i ms wide', (spanMs, unitMs) => {
    expect(barWidthMs(back(spanMs))).toBe(unitMs);
  });

  it('are no narrower than what is counted', () => {
    expect(barWidthMs(back(HOUR_MS), DAY_MS)).toBe(DAY_MS);
  });

  it('cover the span without a gap', () => {
    const span = back(DAY_MS);
    const starts = barStarts(span, HOUR_MS);
    expect(starts).toHaveLength(25);
    expect(starts[0]).toEqual(barOf(span.from, HOUR_MS));
    expect(starts.at(-1)).toEqual(barOf(span.to, HOUR_MS));
    expect(barStarts({ from: to, to }, HOUR_MS)).toHaveLength(1);
    expect(barStarts({ from: new Date(to.getTime() + DAY_MS), to }, HOUR_MS)).toEqual([]);
  });
});
