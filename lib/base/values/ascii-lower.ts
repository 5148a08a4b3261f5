/**
 * Lower-cases A to Z only. `toLowerCase` also turns other characters into ASCII, such as U+212A into
 * `k`, so that two different addresses or names would be the same.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
