import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { withConnection } from '@/db/client';
import { durabilityProblems } from '@/db/durability';
import { databaseFailure } from '@/lib/base/env/database-url';
import { EnvError, readSettings, type Settings } from '@/lib/base/env/env';
import { accountsIn } from '@/lib/base/env/source-settings';
import { type CheckResult, failed, ok, runCheck, type Verdict } from '@/lib/doctor/check';
import * as database from '@/lib/doctor/database';
import {
  checkAccess,
  checkKeys,
  checkMail,
  checkRedis,
  checkSource,
} from '@/lib/doctor/surroundings';
import { type Context, withContext } from './context';
import { print, table } from './output';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check everything that this machine needs: exit code 1 when a check failed')
    .action(doctor);
}

async function doctor({ json }: { json?: boolean }): Promise<void> {
  const checks = await diagnose();
  const isOk = checks.every(({ status }) => status !== 'failed');
  const rows = checks.map(({ check, status, detail }) => [
    status === 'failed' ? 'FAILED' : status,
    check,
    detail,
  ]);
  print(json, { ok: isOk, checks }, table(rows));
  if (!isOk) process.exitCode = 1;
}

async function diagnose(): Promise<CheckResult[]> {
  const environment = await runCheck('environment', checkEnvironment);
  if (environment.status === 'failed') return [environment];
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const settings = readSettings(process.env);
  const access = (name: string, ...given: Parameters<typeof checkAccess>) =>
    runCheck(name, () => checkAccess(...given));
  return [
    environment,
    ...(await withContext((context) => checkDatabase(context, settings)).catch((error: unknown) =>
      unreachable(settings, error),
    )),
    await runCheck('redis', () => checkRedis(settings)),
    ...(authorities ? [await access('NODE_EXTRA_CA_CERTS', authorities, 'R_OK')] : []),
    ...(settings.serves === 'lookups'
      ? []
      : [
          await access('TMPDIR', tmpdir(), 'W_OK'),
          await runCheck('mail', () => checkMail(settings)),
        ]),
    ...(settings.serves === 'pages' ? [] : await checkSources(settings)),
  ];
}

function unreachable({ databaseUrl }: Settings, error: unknown): CheckResult[] {
  if (databaseUrl === undefined) throw error;
  return [{ check: 'database', ...failed(databaseFailure(databaseUrl, error)) }];
}

async function checkEnvironment(): Promise<Verdict> {
  try {
    const { deployment, serves } = readSettings(process.env);
    return ok(`${deployment}, serves ${serves}, Node ${process.versions.node}`);
  } catch (error) {
    if (error instanceof EnvError) return failed(error.problems.join('; '));
    throw error;
  }
}

/**
 * Throws without a server, for the driver's own reason. On another schema the remaining checks would
 * only repeat that.
 */
async function checkDatabase({ db, deployment, databaseUrl }: Context, settings: Settings) {
  await withConnection(databaseUrl, durabilityProblems);
  const server = await runCheck('database', () => database.checkServer(db));
  const schema = await runCheck('schema', () => database.checkSchema(db));
  if (schema.status === 'failed') return [server, schema];
  return [
    server,
    schema,
    await runCheck('writes', () => database.checkWrites(db)),
    await runCheck('role', () => database.checkRole(db, deployment)),
    await runCheck('clock', () => database.checkClock(db)),
    await runCheck('keys', () => checkKeys(db, settings)),
    await runCheck('partitions', () => database.checkPartitions(db)),
    await runCheck('tasks', () => database.checkTasks(db)),
    await runCheck('ledger', () => database.checkLedger(db)),
  ];
}

function checkSources({ adapters, sources }: Settings): Promise<CheckResult[]> {
  return Promise.all(
    accountsIn(adapters).map((account) =>
      runCheck(`source ${account}`, () => checkSource(sources[account])),
    ),
  );
}
