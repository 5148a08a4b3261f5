import { Command, CommanderError } from 'commander';
import { conformanceCommand } from '@/checks/command';
import { Rejection } from '@/lib/access/rejection';
import { EnvError } from '@/lib/base/env/env';
import { readSecretFiles } from '@/lib/base/env/secret-files';
import { RELEASE } from '@/lib/base/env/version';
import { configCommands } from './config';
import { databaseCommands } from './database';
import { doctorCommand } from './doctor';
import { exportCommand } from './export';
import { incidentCommands } from './incidents';
import { integrationCommands } from './integrations';
import { keyCommands } from './keys';
import { ledgerCommands } from './ledger';
import { Problem, UsageError } from './output';
import { proofCommands } from './proof';
import { queriesCommand } from './queries';
import { sourceCommands } from './source';
import { userCommands } from './users';

const WRONG_USAGE = 2;
const FAILED = 1;

/** Runs the command that these arguments name, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function createProgram(): Command {
  const program = new Command('pasarela')
    .description('Provision and support Pasarela without the console.')
    .version(RELEASE)
    .exitOverride()
    .showSuggestionAfterError()
    .hook('preAction', () => readSecretFiles(process.env));
  for (const command of [
    integrationCommands(),
    queriesCommand(),
    sourceCommands(),
    exportCommand(),
    ledgerCommands(),
    userCommands(),
    incidentCommands(),
    keyCommands(),
    proofCommands(),
    configCommands(),
    databaseCommands(),
    doctorCommand(),
    conformanceCommand(),
  ]) {
    program.addCommand(command);
  }
  for (const command of withDescendants(program)) {
    command.exitOverride().configureOutput({ outputError: () => {}, writeErr: () => {} });
    if (command.commands.length === 0) command.option('--json', 'print one JSON value');
  }
  return program;
}

function withDescendants(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}

/** Writes one line on standard error and returns the exit code: 2 for wrong usage, otherwise 1. */
function report(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof CommanderError && error.code === 'commander.help') {
    process.stderr.write('pasarela: name a command (see --help)\n');
    return WRONG_USAGE;
  }
  if (error instanceof CommanderError || error instanceof UsageError) {
    const usage = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    process.stderr.write(`pasarela: ${usage} (see --help)\n`);
    return WRONG_USAGE;
  }
  const isExpected =
    error instanceof Rejection || error instanceof Problem || error instanceof EnvError;
  const text = isExpected || error instanceof Error ? error.message : String(error);
  process.stderr.write(`pasarela: ${text.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  return FAILED;
}
