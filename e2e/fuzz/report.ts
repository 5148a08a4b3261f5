import type { Generated } from './requests';
import type { Fuzzed } from './run';

const MAX_SHOWN = 300;

/** The request in a form that a person can read and send again. */
export function describeRequest({ method, address, headers, content }: Generated): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${shown(value)}`);
  const body = content === undefined ? [] : ['', `  ${shown(content)}`];
  return [`  ${method} ${address}`, ...lines, ...body].join('\n');
}

function shown(content: string | Buffer): string {
  const text =
    typeof content === 'string' ? JSON.stringify(content) : `bytes ${content.toString('hex')}`;
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`;
}

/** A table of lookups and statuses, and below it what was found. */
export function describeFuzzed(fuzzed: readonly Fuzzed[]): string {
  const statuses = [...new Set(fuzzed.flatMap(({ statuses }) => [...statuses.keys()]))].sort();
  const row = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(9) : String(cell).padStart(6)))
      .join('');
  const table = [
    row(['', 'sent', ...statuses]),
    ...fuzzed.map((one) =>
      row([one.lookup, one.requests, ...statuses.map((status) => one.statuses.get(status) ?? '–')]),
    ),
  ];
  const findings = fuzzed.flatMap(({ lookup, broken }) =>
    broken === undefined
      ? []
      : ['', `${lookup}: ${broken.problem}`, describeRequest(broken.request)],
  );
  return [...table, ...findings].join('\n');
}
