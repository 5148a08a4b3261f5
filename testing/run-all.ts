import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';
import { providePrograms } from './programs';

/**
 * Implements `npm test`: runs the check, then every runner, and prints their totals. Exits with 1
 * when anything failed. With `--all` (`npm run test:all`) the runners run every test, and long runs
 * follow.
 */

const everything = process.argv.includes('--all');

/** Long runs of `--all`. Each exits with 1 when it finds a problem. */
const LONG_RUNS = [
  ['contract:fuzz', '--requests', '1000'],
  ['crash', '--count', '20'],
  ['crash', '--burst', '20'],
  ['crash', '--sabotage', 'all'],
];

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Part {
  readonly name: string;
  readonly code: number;
  readonly totals: Totals | undefined;
}

const vitestReport = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int() })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }));

const playwrightReport = z
  .object({
    stats: z.object({
      expected: z.int(),
      unexpected: z.int(),
      flaky: z.int(),
      skipped: z.int(),
    }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));

/** Runs a program of node_modules/.bin or npm with our streams. Returns its exit code. */
function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const scope = everything ? { PASARELA_TESTS: 'all' } : {};
  const env = { ...process.env, ...scope, ...variables };
  const options: SpawnOptions = { cwd: projectRoot, stdio: 'inherit', env };
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command, args, options);
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function readTotals(file: string, schema: z.ZodType<Totals>): Promise<Totals | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
}

async function runVitest(folder: string, projects: readonly string[]): Promise<Part> {
  const name = `vitest (${projects.join(', ')})`;
  const file = join(folder, `${projects.join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const selected = projects.map((project) => `--project=${project}`);
  const code = await run('npx', ['vitest', 'run', ...selected, ...reporters]);
  return { name, code, totals: await readTotals(file, vitestReport) };
}

async function runPlaywright(folder: string): Promise<Part> {
  const file = join(folder, 'playwright.json');
  const variables = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run('npx', ['playwright', 'test', '--reporter=list,json'], variables);
  return { name: 'playwright', code, totals: await readTotals(file, playwrightReport) };
}

async function runScript(name: string, ...args: readonly string[]): Promise<Part> {
  const code = await run('npm', ['run', '-s', name, '--', ...args]);
  return { name: [name, ...args].join(' '), code, totals: undefined };
}

function summary({ name, code, totals }: Part): string {
  if (totals === undefined) return `${name}: ${code === 0 ? 'ok' : `failed (exit code ${code})`}`;
  const { passed, failed, skipped } = totals;
  return `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

await providePrograms();
const folder = await mkdtemp(join(tmpdir(), 'pasarela-tests-'));
const parts: Part[] = [];
try {
  parts.push(await runScript('check'));
  // The build and the tests that do not need it share the machine's processors.
  parts.push(...(await Promise.all([runScript('build'), runVitest(folder, ['unit', 'db'])])));
  parts.push(await runVitest(folder, ['app', 'redis', 'crash']));
  parts.push(await runPlaywright(folder));
  for (const [name = '', ...args] of everything ? LONG_RUNS : []) {
    parts.push(await runScript(name, ...args));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const ok = parts.every(({ code }) => code === 0);
const counted = parts.flatMap(({ totals }) => totals ?? []);
const sum = (key: keyof Totals) => counted.reduce((total, totals) => total + totals[key], 0);
console.log(`\n${parts.map(summary).join('\n')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = ok ? 0 : 1;
