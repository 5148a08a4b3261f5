import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { NICENESS } from '@/server/pages/supervise';
import { projectRoot } from '@/server/paths';
import { providePrograms } from './programs';

/**
 * Implements `npm test`: runs the check and every runner, and prints their totals. Exits with 1
 * when anything failed. With `--all` (`npm run test:all`) the runners run every test, and long runs
 * follow.
 */

const everything = process.argv.includes('--all');

/** Long runs of `--all`. Each exits with 1 when it finds a problem. */
const LONG_RUNS = [
  ['crash', '--count', '20'],
  ['crash', '--burst', '20'],
  ['crash', '--sabotage', 'all'],
  ['drill', 'upgrade'],
  ['drill', 'backup'],
  ['drill', 'failover'],
  ['drill', 'install'],
  ['drill', 'rolling'],
  ['drill', 'sizing'],
  ['drill', 'soak', '5'],
];

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Part extends Ending {
  readonly name: string;
  readonly totals: Totals | undefined;
}

/** End of a program. */
interface Ending {
  readonly code: number;
  readonly seconds: number;
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

/** Runs a program, with its label before each line that it prints. */
function run(
  label: string,
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const startedAt = performance.now();
  const scope = everything ? { PASARELA_TESTS: 'all' } : {};
  const env = { ...process.env, NO_NEW_CACHE: 'true', ...scope, ...variables };
  const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => console.log(`${label} | ${line}`));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      resolve({ code: code ?? 1, seconds });
    });
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
  const ending = await run(name, 'npx', ['vitest', 'run', ...selected, ...reporters]);
  return { name, ...ending, totals: await readTotals(file, vitestReport) };
}

async function runPlaywright(folder: string): Promise<Part> {
  const file = join(folder, 'playwright.json');
  const variables = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const name = 'playwright';
  const ending = await run(name, 'npx', [name, 'test', '--reporter=list,json'], variables);
  return { name, ...ending, totals: await readTotals(file, playwrightReport) };
}

async function runScript(name: string, ...args: readonly string[]): Promise<Part> {
  const label = [name, ...args].join(' ');
  const ending = await run(label, 'npm', ['run', '-s', name, '--', ...args]);
  return { name: label, ...ending, totals: undefined };
}

function describeTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function summary({ name, code, seconds, totals }: Part): string {
  const ending = code === 0 ? 'ok' : `failed (exit code ${code})`;
  return `${name}: ${totals === undefined ? ending : describeTotals(totals)}, ${seconds} s`;
}

// Nearer to that of the pages process, which browsers and runners would starve otherwise.
setPriority(NICENESS / 2);
await providePrograms(everything);
const folder = await mkdtemp(join(tmpdir(), 'pasarela-tests-'));
const parts: Part[] = [];
/** Adds a part to the report when it has ended. */
async function add(running: Promise<Part>): Promise<void> {
  parts.push(await running);
}

/** Runs what needs no build first, so that Playwright, the longest part, can start after it. */
async function runOthers(building: Promise<void>): Promise<void> {
  await add(runVitest(folder, ['unit', 'db']));
  await building;
  await add(runVitest(folder, ['app', 'crash']));
  await add(runScript('check'));
  await add(runScript('test:alerts'));
}

try {
  // Two rows of parts, because each part leaves one of two processors idle for a while.
  const building = add(runScript('build'));
  await Promise.all([building.then(() => add(runPlaywright(folder))), runOthers(building)]);
  // These measure milliseconds.
  await add(runVitest(folder, ['redis']));
  for (const [name = '', ...args] of everything ? LONG_RUNS : []) {
    await add(runScript(name, ...args));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const ok = parts.every(({ code }) => code === 0);
const counted = parts.flatMap(({ totals }) => totals ?? []);
const sum = (key: keyof Totals) => counted.reduce((total, totals) => total + totals[key], 0);
const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
console.log(`\n${parts.map(summary).join('\n')}\n\n${describeTotals(all)}`);
process.exitCode = ok ? 0 : 1;
