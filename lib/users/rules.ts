import { asciiLower } from '@/lib/base/values/text';

/**
 * Rules of e-mail addresses and passwords. Without the libraries that hash and judge passwords, so
 * that forms can import them.
 */

/** Writes an e-mail address as it is stored and compared. */
export function normalEmail(written: string): string {
  return asciiLower(written.trim());
}

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** The weakest of {@link STRENGTHS} that is accepted. */
export const MIN_STRENGTH = 3;
/** Guesses that a password withstands: below 10³, 10⁶, 10⁸, 10¹⁰ and above. */
export const STRENGTHS = [0, 1, 2, 3, 4] as const;
export type Strength = (typeof STRENGTHS)[number];
