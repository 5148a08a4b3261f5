import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

/**
 * Fails when `docs/security.md` names a file or test that does not exist, gives a verdict without
 * the proof that it needs, or counts its rows wrong.
 */

const PAGE = 'docs/security.md';
/** Each verdict with the proof that it needs. */
const VERDICTS = {
  held: 'a test that `npm run test:all` runs',
  documented: 'a document',
  untested: 'a file',
  'not held': undefined,
  'not applicable': undefined,
} as const;
/** A path of this project, perhaps followed by the title of a test in that file. */
const REFERENCE = /`((?:[\w.()[\]-]+\/)*[\w.()[\]-]+\.(?:tsx?|md|json|sql))`(?: "([^"]+)")?/g;
const DOCUMENT = /\]\(#[\w-]+\)|`[\w/-]+\.md`/;
const CHAPTER = /^### (\d+ .+)$/;
const REQUIREMENT = /^\| (\d+\.\d+\.\d+) +\|.*\| ([a-z]+(?: [a-z]+)?) +\| (\S.*)/;

/** Tells whether a source has a test, or a group of tests, of that title, which is not skipped. */
function hasTest(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\.(?:skip|todo|fixme))\\(\\s*(['"\`])${literal}\\1,`).test(source);
}

/** Lists the files and tests that a text names and that do not exist. */
export function missingFrom(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, path = '', title]) => {
    if (!existsSync(path)) return [`${PAGE} names ${path}, which does not exist`];
    if (title === undefined || hasTest(readFileSync(path, 'utf8'), title)) return [];
    return [`${PAGE} names a test "${title}", which is not in ${path}`];
  });
}

/** Lists the rows that lack the proof of their verdict. */
export function unprovenIn(text: string, isTest: (path: string) => boolean): string[] {
  return text.split('\n').flatMap((line) => {
    const [, id, verdict, reason = ''] = REQUIREMENT.exec(line) ?? [];
    const files = [...reason.matchAll(REFERENCE)].map(([, path = '']) => path);
    const lacks =
      (verdict === 'held' && !files.some(isTest)) ||
      (verdict === 'documented' && !DOCUMENT.test(reason)) ||
      (verdict === 'untested' && files.length === 0);
    return lacks ? [`${PAGE}: ${id} is ${verdict} and does not name ${VERDICTS[verdict]}`] : [];
  });
}

/** Asks the runners which test files `npm run test:all` runs. */
export async function testsThatRun(): Promise<(path: string) => boolean> {
  const runs = readFileSync('testing/run-all.ts', 'utf8').matchAll(/runVitest\(\w+, \[(.+?)\]/g);
  const projects = [...runs].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  const args = ['list', '--filesOnly', '--json', ...projects.map((name) => `--project=${name}`)];
  const listed = execFileSync('node_modules/.bin/vitest', args, { encoding: 'utf8' });
  const files = z.array(z.object({ file: z.string() })).parse(JSON.parse(listed));
  const tests = new Set(files.map(({ file }) => relative('', file)));
  process.env.PASARELA_TESTS = 'all';
  const { default: playwright } = await import('@/playwright.config');
  // A project that leaves files out counts for none of them.
  const whole = (playwright.projects ?? []).filter(({ testIgnore = [] }) => testIgnore.length === 0);
  const isSpec = (path: string) => whole.some(({ testDir }) => path.startsWith(`${testDir}/`));
  return (path) => tests.has(path) || (path.endsWith('.spec.ts') && isSpec(path));
}

/** Writes the rows of the summary that the chapters of a text should have. */
export function summaryOf(text: string): string[] {
  const chapters = new Map<string, string[]>();
  let chapter = '';
  for (const line of text.split('\n')) {
    chapter = CHAPTER.exec(line)?.[1] ?? chapter;
    const verdict = REQUIREMENT.exec(line)?.[2];
    if (verdict !== undefined) chapters.set(chapter, [...(chapters.get(chapter) ?? []), verdict]);
  }
  return [...chapters, ['all', [...chapters.values()].flat()] as const].map(([name, verdicts]) => {
    const counts = Object.keys(VERDICTS).map((one) => verdicts.filter((it) => it === one).length);
    return `| ${[name, ...counts, verdicts.length].join(' | ')} |`;
  });
}

async function main(): Promise<void> {
  const text = readFileSync(PAGE, 'utf8');
  const unpadded = text.replaceAll(/ +/g, ' ');
  const uncounted = summaryOf(text).filter((row) => !unpadded.includes(`\n${row}\n`));
  const problems = [
    ...missingFrom(text),
    ...unprovenIn(text, await testsThatRun()),
    ...uncounted.map((row) => `the summary of ${PAGE} should have the row ${row}`),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1]?.endsWith('security-page.ts')) await main();
