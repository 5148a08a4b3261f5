import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';
import { providePrograms } from './programs';

/** `npm test`: the check, then every runner, then their totals. Exits 1 when anything failed. */

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

/** Runs a program of node_modules/.bin or of npm with our streams; gives its exit code. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
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

async function runVitest(folder: string): Promise<Part> {
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('npx', ['vitest', 'run', ...reporters]);
  return { name: 'vitest', code, totals: await readTotals(file, vitestReport) };
}

async function runPlaywright(folder: string): Promise<Part> {
  const file = join(folder, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run('npx', ['playwright', 'test', '--reporter=list,json'], env);
  return { name: 'playwright', code, totals: await readTotals(file, playwrightReport) };
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
  parts.push({ name: 'check', code: await run('npm', ['run', '-s', 'check']), totals: undefined });
  parts.push(await runVitest(folder));
  parts.push(await runPlaywright(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}

const ok = parts.every(({ code }) => code === 0);
const counted = parts.flatMap(({ totals }) => totals ?? []);
const sum = (key: keyof Totals) => counted.reduce((total, totals) => total + totals[key], 0);
console.log(`\n${parts.map(summary).join('\n')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = ok ? 0 : 1;
