import { createInterface } from 'node:readline/promises';
import { UsageError } from './output';

/** Refuses with the message when no person can be asked. */
export function refuseUnattended(message: string): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw new UsageError(message);
}

/** Asks a person on the terminal. */
export async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `).finally(() => terminal.close());
  return /^(?:y|yes|s|si|sí)$/i.test(answer.trim());
}
