import { Command } from 'commander';
import { EnvError, readSettings, type Settings } from '@/lib/base/env/env';
import { type CheckResult, failed, ok, runCheck, type Verdict } from '@/lib/doctor/check';
import * as database from '@/lib/doctor/database';
import { checkKeys, checkRedis, checkSource } from '@/lib/doctor/surroundings';
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
  const checked = await withContext(async (context) => {
    const settings = readSettings(process.env);
    return [
      ...(await checkDatabase(context, settings)),
      await runCheck('redis', () => checkRedis(settings)),
      ...(settings.serves === 'pages' ? [] : await checkSources(settings)),
    ];
  });
  return [environment, ...checked];
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

/** Without a server, or on another schema, the remaining checks would only repeat that. */
async function checkDatabase({ db, deployment }: Context, settings: Settings) {
  const server = await runCheck('database', () => database.checkServer(db));
  const schema = await runCheck('schema', () => database.checkSchema(db));
  if (schema.status === 'failed') return [server, schema];
  return [
    server,
    schema,
    await runCheck('role', () => database.checkRole(db, deployment)),
    await runCheck('clock', () => database.checkClock(db)),
    await runCheck('keys', () => checkKeys(db, settings)),
    await runCheck('partitions', () => database.checkPartitions(db)),
    await runCheck('tasks', () => database.checkTasks(db)),
    await runCheck('ledger', () => database.checkLedger(db)),
  ];
}

function checkSources({ renap, rtu, catalogos }: Settings): Promise<CheckResult[]> {
  return Promise.all(
    Object.entries({ renap, rtu, catalogos }).map(([name, source]) =>
      runCheck(`source ${name}`, () => checkSource(source)),
    ),
  );
}
