import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { count } from '@/cli/arguments';
import { isConfirmed, refuseUnattended } from '@/cli/confirm';
import { print } from '@/cli/output';
import {
  baseUrl,
  clauseNames,
  DEFAULT_LIMITS,
  extras,
  limit,
  lookupNames,
  type Options,
  OTHERS,
  settingsOf,
} from './options';
import type { Plan } from './plan';
import type { Outcome } from './run';

const UNATTENDED = 'nobody is there to confirm the costs: look at --plan and say --yes';
const AFTER_HELP = `
Each check belongs to clauses of the contract, listed in docs/contract-tests.md. Checks that
cannot run are reported as skipped, with the reason. A failed query is never repeated.

Exit code: 0 when no clause failed, 1 when one did or no check could run, 2 for wrong usage.
`;

export function conformanceCommand(): Command {
  const command = new Command('conformance')
    .description("check any deployment, from outside, against the integrators' contract")
    .requiredOption('--base-url <url>', 'base address of the lookups', baseUrl)
    .requiredOption('--login <name>', 'integration with every lookup enabled and a balance')
    .addOption(tokenOption('--token <token>', 'its token', 'PASARELA_TOKEN').makeOptionMandatory())
    .addOption(
      new Option('--environment <which>', 'production has no sandbox: no reserved identifiers')
        .choices(['development', 'production'])
        .default('development'),
    )
    .option('--lookups <names>', 'only these lookups, comma-separated', lookupNames)
    .option(
      '--only <clauses>',
      'only what covers these clauses, or those that begin so',
      clauseNames,
    )
    .option('--include <extras>', 'also meet the limits on purpose: limits, global-limit', extras);
  addCosts(command);
  addOthers(command);
  return command
    .option('--timeout <seconds>', 'time-out of one answer', count, 40)
    .option('--plan', 'show what the run would do and cost, without running it')
    .option('--yes', 'do not ask before starting')
    .option('--junit <file>', 'also write the result as JUnit XML')
    .option('--report-json <file>', 'also write the result as JSON')
    .addHelpText('after', AFTER_HELP)
    .action(conformance);
}

function tokenOption(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(variable);
}

function addCosts(command: Command): void {
  for (const [name, quota] of Object.entries(DEFAULT_LIMITS)) {
    const what = name === 'global' ? 'address and 15 minutes' : `minute, ${name}`;
    command.option(`--${name}-limit <n>`, `requests per ${what}; or none`, limit, quota);
  }
  command
    .option('--nit <nit>', 'somebody real, for production')
    .option('--cui <cui>', 'somebody real, for production')
    .option(
      '--spend <n>',
      'how many charged queries the run may cost (in production: none)',
      count,
    );
}

function addOthers(command: Command): void {
  for (const [account, who] of Object.entries(OTHERS)) {
    const variable = `PASARELA_${account.toUpperCase()}_TOKEN`;
    command
      .option(`--${account}-login <name>`, who)
      .addOption(tokenOption(`--${account}-token <token>`, 'its token', variable));
  }
  command
    .option('--partial-lookups <names>', 'what the partial integration has enabled', lookupNames)
    .option('--metered-queries <n>', 'how many queries the metered balance pays', count);
}

interface CommandOptions extends Options {
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly junit?: string;
  readonly reportJson?: string;
  readonly json?: boolean;
}

async function conformance(options: CommandOptions): Promise<void> {
  const settings = settingsOf(options);
  // Only this command needs the sandbox's people, so the others do not wait for them.
  const { plan, run } = await import('./run');
  const planned = await plan(settings);
  const { describePlan } = await import('./describe-plan');
  const described = describePlan(planned, settings);
  if (options.plan) {
    print(options.json, planValue(planned), described);
    return;
  }
  if (!options.yes) refuseUnattended(UNATTENDED);
  process.stderr.write(`${described.join('\n')}\n\n`);
  if (!options.yes && !(await isConfirmed('Start?'))) return;
  const { progressOn } = await import('./progress');
  await report(await run(planned, settings, progressOn(process.stderr)), options);
}

function planValue({ runnable, skipped, ...costs }: Plan) {
  return {
    ...costs,
    checks: runnable.map(({ title, covers }) => ({ title, clauses: covers })),
    skipped: skipped.map(({ check: { title, covers }, reasons }) => ({
      title,
      clauses: covers,
      reasons,
    })),
  };
}

async function report(outcome: Outcome, { json, junit, reportJson }: CommandOptions) {
  const { textReport } = await import('./report-text');
  const { jsonReport } = await import('./report-json');
  const { junitReport } = await import('./report-junit');
  const value = jsonReport(outcome);
  print(json, value, textReport(outcome));
  if (junit !== undefined) await writeFile(junit, junitReport(outcome));
  if (reportJson !== undefined) await writeFile(reportJson, `${JSON.stringify(value, null, 2)}\n`);
  if (!value.ok) process.exitCode = 1;
}
