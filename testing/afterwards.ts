import { afterAll, onTestFinished } from 'vitest';

/**
 * Has something closed after the test that opened it, or after the whole file when the file itself did.
 * In a hook neither works: Vitest ignores what a hook adds.
 */
export function closeAfterwards(close: () => Promise<void>): void {
  try {
    onTestFinished(close);
  } catch {
    // No test is running.
    afterAll(close);
  }
}
