import { expect, it } from 'vitest';
import { asciiLower } from './ascii-lower';

it('changes no character outside ASCII', () => {
  expect(asciiLower('ABCxyz019@_')).toBe('abcxyz019@_');
  for (const other of ['\u{212a}', '\u{212b}', '\u{130}', 'Ñ'])
    expect(asciiLower(other)).toBe(other);
});
