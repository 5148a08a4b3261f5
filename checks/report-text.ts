import { displayDuration } from './duration';
import { NOT_AMONG_ONLY } from './plan';
import type { Outcome } from './run';
import type { Broken, ClauseVerdict } from './verdict';

/** Findings shown of one clause; they tend to be the same. */
const MAX_FINDINGS = 3;

const MARKS = { passed: '✓', failed: '✗', skipped: '–', unobservable: '·' } as const;

/** Writes a line per clause by section, its findings below it, and a summary. */
export function textReport(outcome: Outcome): string[] {
  const sections = new Map<string, ClauseVerdict[]>();
  for (const verdict of outcome.verdicts) {
    sections.set(verdict.section, [...(sections.get(verdict.section) ?? []), verdict]);
  }
  return [
    ...[...sections].flatMap(([section, verdicts]) => sectionLines(section, verdicts)),
    ...summary(outcome),
  ];
}

/** Writes the clauses of a section; those outside of `--only` are counted. */
function sectionLines(section: string, verdicts: readonly ClauseVerdict[]): string[] {
  const asked = verdicts.filter((verdict) => !isOutsideOnly(verdict));
  const rest = verdicts.length - asked.length;
  return [
    section,
    ...asked.flatMap(clauseLines),
    ...(rest === 0 ? [] : [`  ${MARKS.skipped} ${counted(rest, 'clause')} ${NOT_AMONG_ONLY}`]),
    '',
  ];
}

function isOutsideOnly({ state, reasons }: ClauseVerdict): boolean {
  return state === 'skipped' && reasons.includes(NOT_AMONG_ONLY);
}

function clauseLines(verdict: ClauseVerdict): string[] {
  const { id, state, says, ran, reasons, broken } = verdict;
  const line = `  ${MARKS[state]} ${id}`;
  if (state === 'passed') {
    const others = reasons.length === 0 ? '' : `; others skipped: ${reasons.join('; ')}`;
    return [`${line} (${counted(ran, 'check')}${others})`];
  }
  if (state !== 'failed') return [`${line}: ${reasons.join('; ')}`];
  const more = broken.length - MAX_FINDINGS;
  return [
    `${line}: ${says}`,
    ...broken.slice(0, MAX_FINDINGS).flatMap(brokenLines),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function brokenLines({ check, what, expected, came, requestId }: Broken): string[] {
  return [
    `      ${check}`,
    `        ${what}: expected ${expected}`,
    `        ${' '.repeat(what.length)}  came     ${came}`,
    `        request id ${requestId}`,
  ];
}

/** Counts the clauses by their state. */
export function totalsOf(verdicts: readonly ClauseVerdict[]) {
  const count = (state: ClauseVerdict['state']) =>
    verdicts.filter((verdict) => verdict.state === state).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    unobservable: count('unobservable'),
  };
}

function summary({ verdicts, results, sent, charged, durationMs }: Outcome): string[] {
  const { passed, failed, skipped, unobservable } = totalsOf(verdicts);
  const ran = results.filter(({ state }) => state === 'ran').length;
  return [
    `${verdicts.length} clauses: ${passed} passed, ${failed} failed, ${skipped} skipped, ${unobservable} that no client can see`,
    `${counted(ran, 'check')}, ${counted(sent, 'request')}, ${charged} charged, ${displayDuration(durationMs)}`,
    ...verdicts
      .filter(({ state }) => state === 'failed')
      .map(({ id, says }) => `FAILED ${id}: ${says}`),
  ];
}
