import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayChange,
  displayQuetzales,
  formatQuetzales,
  isUnclearAmount,
  parseQuetzales,
  placesOf,
} from './money';

describe('amounts in quetzales', () => {
  it.each([
    ['12', 120_000n, '12.00'],
    ['12.5', 125_000n, '12.50'],
    ['0.0001', 1n, '0.0001'],
    ['0.333', 3_330n, '0.333'],
    ['-1.25', -12_500n, '-1.25'],
    ['1,250.50', 12_505_000n, '1250.50'],
    ['-12,345,678', -123_456_780_000n, '-12345678.00'],
    [' 1,000.0001 ', 10_000_001n, '1000.0001'],
    ['999999999999.9999', 9_999_999_999_999_999n, '999999999999.9999'],
  ])('reads %s exactly', (text, amount, written) => {
    expect(parseQuetzales(text)).toBe(amount);
    expect(formatQuetzales(amount)).toBe(written);
  });

  it.each([
    '',
    ' ',
    '1,5',
    '1,250',
    '1.250,50',
    '12,50.00',
    '1,2500.00',
    '0,250.00',
    '1,250.',
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

  it.each([
    ['1,250', true],
    ['1,5', true],
    ['1.250,50', true],
    ['12,50.00', true],
    ['1,250.50', false],
    ['1250', false],
    ['abc', false],
    ['', false],
  ])('calls %j unclear: %s', (text, unclear) => {
    expect(isUnclearAmount(text)).toBe(unclear);
  });

  it('shows a column with as many places as its amounts need', () => {
    expect([placesOf([]), placesOf([5_000n, 10n]), placesOf([1n, 100n])]).toEqual([2, 3, 4]);
    expect(displayQuetzales(12_345_000n, 4)).toBe('Q\u00a01,234.5000');
    expect(displayChange(-5_000n, 3)).toBe('−Q\u00a00.500');
  });

  it('reads back whatever it wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (amount) => {
        expect(parseQuetzales(formatQuetzales(amount))).toBe(amount);
        const shown = displayQuetzales(amount).replace('Q\u00a0', '').replace('−', '-');
        expect(parseQuetzales(shown)).toBe(amount);
      }),
    );
  });
});
