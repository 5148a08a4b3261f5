import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuetzales, parseQuetzales } from './money';

describe('amounts in quetzales', () => {
  it.each([
    ['12', 120_000n, '12.00'],
    ['12.5', 125_000n, '12.50'],
    ['0.0001', 1n, '0.0001'],
    ['0.333', 3_330n, '0.333'],
    ['-1.25', -12_500n, '-1.25'],
    ['999999999999.9999', 9_999_999_999_999_999n, '999999999999.9999'],
  ])('reads %s exactly', (text, amount, written) => {
    expect(parseQuetzales(text)).toBe(amount);
    expect(formatQuetzales(amount)).toBe(written);
  });

  it.each([
    '',
    ' ',
    '1,5',
    '1.',
    '.5',
    '1.23456',
    '1e3',
    'Q 5',
    '--1',
    '1000000000000',
    'NaN',
    '١',
  ])('refuses %j', (text) => expect(parseQuetzales(text)).toBeUndefined());

  it('reads back whatever it wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (amount) => {
        expect(parseQuetzales(formatQuetzales(amount))).toBe(amount);
      }),
    );
  });
});
