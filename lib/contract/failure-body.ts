import { type Failure, failureAnswers } from './failures';
import type { Family } from './families';

/**
 * Makes the body of a failure: `{error}` on the registries, `{message}` on the catalogs, an
 * envelope for more than 50 NITs, plain text for the global limit. Contract, 'Errors', 'Body
 * shapes'.
 */
export function failureBody(family: Family, failure: Failure): { type: string; body: string } {
  const { status, text } = failureAnswers[family][failure];
  if (failure === 'global_limit') return { type: 'text/plain; charset=utf-8', body: text };
  const type = 'application/json';
  if (family === 'catalogos') return { type, body: JSON.stringify({ message: text }) };
  if (failure !== 'too_many_nits') return { type, body: JSON.stringify({ error: text }) };
  const envelope = { success: false, message: text, responseCode: status, data: null };
  return { type, body: JSON.stringify(envelope) };
}
