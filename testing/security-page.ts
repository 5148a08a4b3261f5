import { existsSync, readFileSync } from 'node:fs';

/** Fails when `docs/security.md` names a file or test that does not exist, or counts its rows wrong. */

const PAGE = 'docs/security.md';
const VERDICTS = ['held', 'not held', 'not applicable'] as const;
/** A path of this project, perhaps followed by the title of a test in that file. */
const REFERENCE = /`((?:[\w.()[\]-]+\/)*[\w.()[\]-]+\.(?:ts|tsx|md|json|sql))`(?: "([^"]+)")?/g;
const CHAPTER = /^### (\d+ .+)$/;
const REQUIREMENT = /^\| \d+\.\d+\.\d+ +\|.*\| (held|not held|not applicable) +\| \S/;

/** Lists the files and tests that a text names and that do not exist. */
export function missingFrom(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, path = '', title]) => {
    if (!existsSync(path)) return [`${PAGE} names ${path}, which does not exist`];
    if (title === undefined || readFileSync(path, 'utf8').includes(title)) return [];
    return [`${PAGE} names a test "${title}", which is not in ${path}`];
  });
}

/** Writes the rows of the summary that the chapters of a text should have. */
export function summaryOf(text: string): string[] {
  const chapters = new Map<string, string[]>();
  let chapter = '';
  for (const line of text.split('\n')) {
    chapter = CHAPTER.exec(line)?.[1] ?? chapter;
    const verdict = REQUIREMENT.exec(line)?.[1];
    if (verdict !== undefined) chapters.set(chapter, [...(chapters.get(chapter) ?? []), verdict]);
  }
  return [...chapters, ['all', [...chapters.values()].flat()] as const].map(([name, verdicts]) => {
    const counts = VERDICTS.map((one) => verdicts.filter((verdict) => verdict === one).length);
    return `| ${[name, ...counts, verdicts.length].join(' | ')} |`;
  });
}

function main(): void {
  const text = readFileSync(PAGE, 'utf8');
  const unpadded = text.replaceAll(/ +/g, ' ');
  const uncounted = summaryOf(text).filter((row) => !unpadded.includes(`\n${row}\n`));
  const problems = [
    ...missingFrom(text),
    ...uncounted.map((row) => `the summary of ${PAGE} should have the row ${row}`),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1]?.endsWith('security-page.ts')) main();
