import { randomBytes } from 'node:crypto';

/** Sixteen letters that no other test has: digits could look like a CUI or a NIT in a log. */
export function randomLetters(): string {
  return Array.from(randomBytes(16), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
