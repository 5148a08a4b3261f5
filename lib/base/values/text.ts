/**
 * Lower-cases A to Z only. `toLowerCase` also turns other characters into ASCII, such as U+212A into
 * `k`, so that two different addresses or names would be the same.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Control and format characters except line breaks and tabs. Some of them reverse text. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Writes invisible characters as code points, `⟨U+202E⟩`, so that no text mimics another. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
