import { totalsOf } from './report-text';
import type { Outcome } from './run';
import type { ClauseVerdict } from './verdict';

/** Writes the run as JUnit XML: a suite per section, a case per clause. */
export function junitReport({ verdicts, durationMs }: Outcome): string {
  const sections = new Map<string, ClauseVerdict[]>();
  for (const verdict of verdicts) {
    sections.set(verdict.section, [...(sections.get(verdict.section) ?? []), verdict]);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance"${counts(verdicts)} time="${(durationMs / 1000).toFixed(3)}">`,
    ...[...sections].flatMap(([section, clauses]) => [
      `  <testsuite name="${escaped(section)}"${counts(clauses)}>`,
      ...clauses.flatMap(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(verdicts: readonly ClauseVerdict[]): string {
  const { failed, skipped, unobservable } = totalsOf(verdicts);
  return ` tests="${verdicts.length}" failures="${failed}" errors="0" skipped="${skipped + unobservable}"`;
}

function testCase({ id, section, says, state, reasons, broken }: ClauseVerdict): string[] {
  const name = `    <testcase classname="${escaped(section)}" name="${escaped(`${id}: ${says}`)}"`;
  if (state === 'passed') return [`${name}/>`];
  if (state !== 'failed') {
    return [
      `${name}>`,
      `      <skipped message="${escaped(reasons.join('; '))}"/>`,
      '    </testcase>',
    ];
  }
  const failures = broken.map(({ check, what, expected, came, requestId }) => {
    const text = `${what}\nexpected ${expected}\ncame ${came}\nrequest id ${requestId}`;
    return `      <failure message="${escaped(check)}">${escaped(text)}</failure>`;
  });
  return [`${name}>`, ...failures, '    </testcase>'];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML 1.0. Characters that it forbids become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
