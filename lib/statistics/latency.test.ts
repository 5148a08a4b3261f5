import { describe, expect, it } from 'vitest';
import { percentileMs } from './latency';

describe('a percentile of counted durations', () => {
  it('is unknown when nothing has a duration', () => {
    expect(percentileMs(new Map([[-1, 3]]), 0.95)).toBeUndefined();
  });

  it('lies within the class that holds it, in proportion', () => {
    // Class 13 is 100 to 150 ms, class 20 is 500 to 750 ms.
    const counts = new Map([
      [13, 90],
      [19, 10],
    ]);
    expect(percentileMs(counts, 0.5)).toBeCloseTo(100 + (50 * 50) / 90);
    expect(percentileMs(counts, 0.95)).toBe(625);
  });

  it('does not promise more than the last bound', () => {
    expect(percentileMs(new Map([[33, 1]]), 0.99)).toBe(30_000);
  });
});
