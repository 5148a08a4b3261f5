import { describe, expect, it } from 'vitest';
import { masked, tailOf, valuesOf } from './mask';

describe('what a query asked for, as people see it', () => {
  it('shows the last characters, whatever blanks and hyphens it was written with', () => {
    expect(tailOf('2456 71234 0101')).toBe('0101');
    expect(tailOf('4821763-K')).toBe('63K');
    expect(masked(tailOf('48217638'))).toBe('●●●638');
  });

  it('shows never more than half, and nothing of the shortest', () => {
    for (const value of ['', '1', '12', '123', '12345', '123456789', '9'.repeat(40)]) {
      expect(tailOf(value).length).toBeLessThanOrEqual(Math.min(4, value.length / 2));
    }
  });

  it('cuts no character in two', () => {
    expect(tailOf('abc😀😀😀')).toBe('😀😀😀');
  });

  it('lists the values of each lookup by their kind', () => {
    expect(valuesOf({ nits: ['1', '2'] })).toEqual([
      { kind: 'nit', value: '1' },
      { kind: 'nit', value: '2' },
    ]);
    expect(valuesOf({ nit: '1', cui: '2' })).toEqual([
      { kind: 'nit', value: '1' },
      { kind: 'cui', value: '2' },
    ]);
  });
});
