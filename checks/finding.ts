import type { Finding, Reply } from './check';

const MAX_LENGTH = 240;

/** Describes the difference between an expected value and the one that came. */
export function finding(reply: Reply, what: string, expected: unknown, came: unknown): Finding {
  const { requestId } = reply;
  return { requestId, what, expected: shown(expected), came: shown(came) };
}

/** Writes a value for people: text as it is, the rest as JSON. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_LENGTH
    ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`
    : text;
}

/** Describes an unexpected answer by its status and the beginning of its body, or why none came. */
export function cameInstead({ status, text, problem }: Reply): string {
  if (status === undefined) return `no answer: ${problem}`;
  return text === '' ? String(status) : `${status} ${shown(text)}`;
}
