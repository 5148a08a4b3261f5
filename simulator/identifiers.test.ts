import { describe, expect, test } from 'vitest';
import {
  cuiCheckDigit,
  groupCui,
  isCui,
  isNit,
  makeCui,
  makeNit,
  nitCheckCharacter,
} from './identifiers';

describe('NIT', () => {
  test('the check character follows modulo 11, worked out by hand', () => {
    // 3×2 + 2×3 + 1×4 = 16; 16 mod 11 = 5; 11 − 5 = 6
    expect(nitCheckCharacter(123)).toBe('6');
    // 1×2 + 2×3 + 3×4 = 20; 20 mod 11 = 9; 11 − 9 = 2
    expect(nitCheckCharacter(321)).toBe('2');
    // 6×2 = 12; 12 mod 11 = 1; 11 − 1 = 10
    expect(nitCheckCharacter(6)).toBe('K');
    // 4×2 + 1×3 = 11: divisible, so 0
    expect(nitCheckCharacter(14)).toBe('0');
  });

  test('hyphen and lower-case k are accepted, a wrong check character is not', () => {
    expect(makeNit(3_159_204)).toBe('3159204K');
    expect(isNit('3159204-k')).toBe(true);
    expect(isNit('3159204-1')).toBe(false);
    expect(isNit('')).toBe(false);
    expect(isNit('CF')).toBe(false);
  });
});

describe('CUI', () => {
  test('the check digit follows modulo 11, worked out by hand', () => {
    // 1×2 + 0 + 0 + 0 + 0 + 0 + 0 + 1×9 = 11
    expect(cuiCheckDigit(10_000_001)).toBe(0);
    // 1×2 + 1×8 = 10: never issued
    expect(cuiCheckDigit(10_000_010)).toBeUndefined();
    expect(makeCui(10_000_010, 1, 1)).toBeUndefined();
  });

  test('spaces are accepted, a wrong check digit is not', () => {
    expect(isCui('2456 71234 0101')).toBe(true);
    expect(isCui('2456712350101')).toBe(false);
    expect(groupCui('2456712340101')).toBe('2456 71234 0101');
  });
});
