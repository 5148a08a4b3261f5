import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import {
  applyConfiguration,
  type Configuration,
  configurationSchema,
  type Difference,
  differences,
  readConfiguration,
} from './configuration';
import { withContext, withTransaction } from './context';
import { Problem, print } from './output';

export function configCommands(): Command {
  const config = new Command('config').description('Settings, to move between environments.');
  config
    .command('export')
    .description('print integrations, flags, limits, tariffs and rules of roles, without secrets')
    .action(exportConfig);
  config
    .command('apply <file>')
    .description('make the changes that a file of `config export` asks for')
    .option('--plan', 'show the changes and make none')
    .action(apply);
  return config;
}

async function exportConfig(): Promise<void> {
  const configuration = await withContext(({ db }) => readConfiguration(db));
  print(false, configuration, [JSON.stringify(configuration, null, 2)]);
}

interface ApplyOptions {
  readonly plan?: boolean;
  readonly json?: boolean;
}

async function apply(file: string, { plan = false, json }: ApplyOptions): Promise<void> {
  const wanted = await readFileOf(file);
  const { changes, tokens } = plan
    ? { changes: await planned(wanted), tokens: {} }
    : await withTransaction((ctx) => applyConfiguration(ctx, wanted, ctx.deployment));
  print(json, { applied: !plan, changes, tokens }, [
    ...(changes.length === 0 ? ['Nothing to change.'] : changes.map(described)),
    ...Object.entries(tokens).map(([name, token]) => `token of ${name}: ${token}`),
  ]);
}

function planned(wanted: Configuration): Promise<Difference[]> {
  return withContext(async ({ db }) => differences(wanted, await readConfiguration(db)));
}

async function readFileOf(file: string): Promise<Configuration> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Problem(`${file} cannot be read.`);
  });
  const parsed = configurationSchema.safeParse(jsonOf(text, file));
  if (parsed.success) return parsed.data;
  throw new Problem(`${file} is not a configuration: ${z.prettifyError(parsed.error)}`);
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(`${file} is not JSON.`);
  }
}

function described({ kind, name, setting, before, after }: Difference): string {
  return `${kind} ${name}: ${setting} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}
