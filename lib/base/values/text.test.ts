import { expect, it } from 'vitest';
import { asciiLower, visible } from './text';

it('changes no character outside ASCII', () => {
  expect(asciiLower('ABCxyz019@_')).toBe('abcxyz019@_');
  for (const other of ['\u{212a}', '\u{212b}', '\u{130}', 'Ñ'])
    expect(asciiLower(other)).toBe(other);
});

it('shows control, bidirectional and invisible characters by their code points', () => {
  expect(visible('123\u202e456')).toBe('123⟨U+202E⟩456');
  expect(visible('a\u0000\u001b[31mb')).toBe('a⟨U+0000⟩⟨U+001B⟩[31mb');
  expect(visible('1\u200b2\u2066\ufeff\u{e0041}')).toBe('1⟨U+200B⟩2⟨U+2066⟩⟨U+FEFF⟩⟨U+E0041⟩');
  const plain = 'Año 2026: «ñ» €\n\tsegunda línea 😀';
  expect(visible(plain)).toBe(plain);
});
