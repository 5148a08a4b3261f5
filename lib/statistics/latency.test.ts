import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATENCY_BOUNDS_MS, percentileMs } from './latency';

describe('a percentile of counted durations', () => {
  it('is unknown when nothing has a duration', () => {
    expect(percentileMs(new Map([[-1, 3]]), 0.95)).toBeUndefined();
  });

  it('lies within the class that holds it, in proportion', () => {
    // Class 13 is 100 to 150 ms, class 19 is 500 to 750 ms.
    const counts = new Map([
      [13, 90],
      [19, 8],
      [21, 2],
    ]);
    expect(percentileMs(counts, 0.5)).toBeCloseTo(100 + (50 * 50) / 90);
    expect(percentileMs(counts, 0.95)).toBeCloseTo(500 + (250 * 5) / 8);
  });

  it('never exceeds the slowest query', () => {
    const durations = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1 });
    const share = fc.constantFrom(0.5, 0.95, 0.99);
    fc.assert(
      fc.property(durations, share, (ms, percentile) => {
        const counts = new Map<number, number>();
        for (const one of ms) {
          const place = LATENCY_BOUNDS_MS.filter((bound) => bound <= one).length;
          counts.set(place, (counts.get(place) ?? 0) + 1);
        }
        expect(percentileMs(counts, percentile)).toBeLessThanOrEqual(Math.max(...ms));
      }),
    );
  });

  it('does not promise more than the last bound', () => {
    expect(percentileMs(new Map([[33, 1]]), 0.99)).toBe(30_000);
  });
});
