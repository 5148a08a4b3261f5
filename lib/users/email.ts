import { asciiLower } from '@/lib/base/values/ascii-lower';

/** Writes an e-mail address as it is stored and compared. */
export function normalEmail(written: string): string {
  return asciiLower(written.trim());
}
