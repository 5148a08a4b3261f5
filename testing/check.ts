import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { contractTableProblems } from '@/e2e/contract-table';
import { projectRoot } from '@/server/paths';
import { layerProblems } from './gates/layers';
import { lockfileProblems } from './gates/lockfile';
import { migrationProblems } from './gates/schema-migration';
import { securityPageProblems } from './gates/security-page';
import { ownerProblems } from './gates/table-owners';

/**
 * Implements `npm run check`: runs every tool, two at a time, the cheap ones first, and prints under
 * the name of each failing one what it says. Exits with 1 when one fails.
 */

/** Our own gates, which share this process. Each lists its problems, one per line. */
const GATES: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  layers: layerProblems,
  'table owners': ownerProblems,
  lockfile: lockfileProblems,
  'missing migration': migrationProblems,
  'contract tests': contractTableProblems,
  'security pages': securityPageProblems,
};

/** Scripts of package.json that call a tool. */
const TOOLS = ['check:migrations', 'check:style', 'check:unused', 'check:types'];
const AT_ONCE = 2;

interface Tool {
  readonly name: string;
  /** Returns what a failing tool says; an empty text when it finds nothing. */
  readonly run: () => Promise<string>;
}

function toolOf(name: string, command: string): Tool {
  return { name, run: () => outputOf(command) };
}

/** Runs a command as npm does, and returns what it prints if it fails. */
function outputOf(command: string): Promise<string> {
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { ...process.env, PATH: path, ...colors };
  const child = spawn(command, { shell: true, cwd: projectRoot, env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve(code === 0 ? '' : shortened(output) || `exit code ${code}`),
    );
  });
}

/** Leaves the first of many names in a type, such as that of every message. */
function shortened(output: string): string {
  return output.replaceAll(/("[^"]*" \| )(?:"[^"]*" \| ){4,}/g, '$1… | ');
}

/** Runs the tools in their order, at most {@link AT_ONCE} at a time. Returns whether all passed. */
export async function runTools(
  tools: readonly Tool[],
  print: (text: string) => void,
): Promise<boolean> {
  const waiting = [...tools];
  let passed = true;
  const work = async () => {
    for (let tool = waiting.shift(); tool !== undefined; tool = waiting.shift()) {
      const problems = await tool.run().catch((error: unknown) => String(error));
      if (problems === '') continue;
      passed = false;
      print(`${tool.name}:\n${problems.trimEnd()}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return passed;
}

if (process.argv[1]?.endsWith('testing/check.ts')) {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(manifest);
  const gates = Object.entries(GATES).map(([name, problems]) => ({
    name,
    run: async () => (await problems()).join('\n'),
  }));
  const tools = TOOLS.map((name) => toolOf(name, scripts[name] ?? 'false'));
  const isPassed = await runTools([...gates, ...tools], (text) => console.error(text));
  process.exitCode = isPassed ? 0 : 1;
}
