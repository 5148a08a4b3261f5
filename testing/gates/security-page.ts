import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

/** Judges the pages on security. */

const PAGE = 'docs/asvs.md';
const PAGES = ['docs/security.md', PAGE];
const VERDICTS = ['held', 'documented', 'untested', 'not held', 'not applicable'];
/** A path of this project, perhaps followed by the title of a test in that file. */
const REFERENCE = /`((?:[\w.()[\]-]+\/)*[\w.()[\]-]+\.(?:tsx?|md|json|sql))`(?: "([^"]+)")?/g;
const CHAPTER = /^## (\d+ .+)$/;
const REQUIREMENT = /^\| (\d+\.\d+\.\d+) +\|.*\| ([a-z ]+?) +\| (\S.*)/;

/** Tells whether a source has a test, or a group of tests, of that title, which is not skipped. */
function hasTest(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\.(?:skip|todo|fixme))\\(\\s*(['"\`])${literal}\\1,`).test(source);
}

/** Lists the files and tests that a text names and that do not exist. */
export function missingFrom(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, path = '', title]) => {
    if (!existsSync(path)) return [`${path} does not exist`];
    if (title === undefined || hasTest(readFileSync(path, 'utf8'), title)) return [];
    return [`no test "${title}" is in ${path}`];
  });
}

/** Lists the rows that do not name the evidence of their verdict, or have an unknown one. */
export function withoutEvidence(text: string, tests: ReadonlySet<string>): string[] {
  return text.split('\n').flatMap((line) => {
    const [, id, verdict, reason = ''] = REQUIREMENT.exec(line) ?? [];
    const files = [...reason.matchAll(REFERENCE)].map(([, path = '']) => path);
    const document =
      reason.includes('](security.md#') || files.some((path) => path.endsWith('.md'));
    const evidence = [
      files.some((path) => tests.has(path)),
      document,
      files.length > 0,
      true,
      true,
    ];
    if (verdict === undefined || evidence[VERDICTS.indexOf(verdict)]) return [];
    return [`${PAGE}: ${id} is ${verdict} without the evidence that this needs`];
  });
}

/** Asks the runners which test files `npm run test:all` runs. */
export function testsThatRun(): ReadonlySet<string> {
  const ask = (program: string, ...args: readonly string[]): unknown =>
    JSON.parse(
      execFileSync(`node_modules/.bin/${program}`, args, {
        env: { ...process.env, PASARELA_TESTS: 'all' },
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }),
    );
  const runs = readFileSync('testing/run-all.ts', 'utf8').matchAll(/runVitest\(\w+, \[(.+?)\]/g);
  const projects = [...runs].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  const options = ['--filesOnly', '--json', ...projects.map((name) => `--project=${name}`)];
  const tests = z.array(z.object({ file: z.string() })).parse(ask('vitest', 'list', ...options));
  const listed = z.object({ suites: z.array(z.object({ file: z.string() })) });
  const { suites } = listed.parse(ask('playwright', 'test', '--list', '--reporter=json'));
  const specs = suites.map(({ file }) => `e2e/${file}`);
  return new Set([...tests.map(({ file }) => relative('', file)), ...specs]);
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
    const counts = VERDICTS.map((one) => verdicts.filter((verdict) => verdict === one).length);
    return `| ${[name, ...counts, verdicts.length].join(' | ')} |`;
  });
}

/** Lists what the pages on security name wrongly, give no evidence for, or count wrong. */
export function securityPageProblems(): string[] {
  const text = readFileSync(PAGE, 'utf8');
  const uncounted = summaryOf(text).filter((row) => !text.includes(`\n${row}\n`));
  return [
    ...PAGES.flatMap((page) =>
      missingFrom(readFileSync(page, 'utf8')).map((missing) => `${page}: ${missing}`),
    ),
    ...withoutEvidence(text, testsThatRun()),
    ...uncounted.map((row) => `the summary of ${PAGE} should have the row ${row}`),
  ];
}
