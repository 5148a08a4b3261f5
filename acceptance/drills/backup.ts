import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Seen, summaryOf } from '@/acceptance/load/client';
import { connectSql } from '@/db/client';
import { SECOND_MS } from '@/lib/base/time/time';
import { parseJson } from '@/lib/base/values/json';
import { projectRoot } from '@/server/paths';
import type { TestApp } from '@/testing/app';
import { accountOf } from '@/testing/billing';
import { type Harness, LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { Cluster, Ground, until } from './cluster';
import { steadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const PER_SECOND = 50;
const TARIFF = 5_000n;
const STANZA = 'pasarela';
const missingSchema = z.object({ charges: z.array(z.object({ queries: z.int() })) });

/**
 * Takes a backup under load, destroys the database, restores it to a moment before, and makes up
 * for the charges after that moment. Ends with `ledger verify`.
 */
export function backup(print: Print): Promise<string[]> {
  return Ground.use((ground) => rehearse(ground, print));
}

async function rehearse(ground: Ground, print: Print): Promise<string[]> {
  for (const name of ['repository', 'log', 'lock', 'spool']) await ground.makeFolder(name);
  const config = `${ground.folder}/pgbackrest.conf`;
  const archive = `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`;
  const settings = { archive_mode: 'on', archive_command: archive, max_wal_senders: '3' };
  const cluster = await Cluster.create(ground, 'data', settings);
  await ground.writeFile('pgbackrest.conf', configOf(ground, cluster));
  const pgbackrest = (...args: readonly string[]) =>
    ground.run('pgbackrest', `--config=${config}`, `--stanza=${STANZA}`, ...args);
  await using harness = await startHarness(
    { ...NO_LIMITS, ...LOOKUPS_ALONE },
    { url: cluster.url, stop: async () => undefined },
  );
  await pgbackrest('stanza-create');
  await pgbackrest('check');
  const caller = await createTestIntegration(cluster.url, {
    saldo: 1_000_000_000n,
    tarifa: TARIFF,
  });
  const app = await harness.startApp();
  const load = steadyLoad({ url: () => app.url, caller, perSecond: PER_SECOND });
  await pause(SECOND_MS);
  const backupMs = await timed(() => pgbackrest('backup', '--type=full'));
  print(`full backup under load: ${backupMs} ms`);
  const moment = await loseEverything(cluster);
  const seen = await load.stop();
  await app.stop();
  print(`answers: ${summaryOf(seen)}; restoring to ${moment.text}`);
  await ground.makeFolder('data');
  const target = ['--type=time', `--target=${moment.text}`, '--target-action=promote'];
  const restoreMs = await timed(async () => {
    await pgbackrest('restore', ...target);
    await cluster.start(settings);
    await promoted(cluster);
  });
  print(`restored and promoted in ${restoreMs} ms`);
  return await makeUp({ ground, harness, cluster, app, caller, print, seen, moment });
}

function configOf({ folder }: Ground, { data, port }: Cluster): string {
  return `[global]
repo1-path=${folder}/repository
log-path=${folder}/log
lock-path=${folder}/lock
spool-path=${folder}/spool
repo1-retention-full=2
start-fast=y
log-level-console=off

[${STANZA}]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}/sockets
pg1-user=pasarela
`;
}

/** Names a moment, lets the log of the next second be archived, and destroys the server later. */
async function loseEverything(cluster: Cluster) {
  // pgBackRest knows the end of the backup to the second, and restores to a later one.
  await pause(SECOND_MS);
  const sql = connectSql(cluster.ownerUrl, { max: 1 });
  const [now] = await sql<{ text: string }[]>`SELECT clock_timestamp()::text AS text`;
  /** By the database's clock, and by the clock of the load. */
  const moment = { text: now?.text ?? '', at: performance.now() };
  await pause(SECOND_MS);
  // Stands for archive_timeout.
  const [segment] = await sql<{ name: string }[]>`SELECT pg_walfile_name(pg_switch_wal()) AS name`;
  await until(async () => {
    const rows = await sql`
      SELECT FROM pg_stat_archiver WHERE last_archived_wal >= ${segment?.name ?? ''}`;
    return rows.length === 1;
  });
  await pause(SECOND_MS);
  await sql.end();
  await cluster.destroy();
  await pause(SECOND_MS);
  return moment;
}

async function promoted(cluster: Cluster): Promise<void> {
  const sql = connectSql(cluster.url, { max: 1 });
  await until(async () => {
    const [row] = await sql<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`;
    return row?.standby === false;
  });
  await sql.end();
}

interface Aftermath {
  readonly ground: Ground;
  readonly harness: Harness;
  readonly cluster: Cluster;
  readonly app: TestApp;
  readonly caller: TestIntegration;
  readonly print: Print;
  readonly seen: readonly Seen[];
  readonly moment: Awaited<ReturnType<typeof loseEverything>>;
}

/** Checks what was restored, and charges what only the log of the app still knows. */
async function makeUp(all: Aftermath): Promise<string[]> {
  const { ground, harness, cluster, app, caller, print, seen, moment } = all;
  const sql = connectSql(cluster.url, { max: 1 });
  harness.onStop(() => sql.end({ timeout: 5 }));
  const before = seen.filter(({ sentAt, ms }) => sentAt + ms < moment.at);
  const problems = [
    ...(await harness.ledgerProblems()),
    ...(await unpaidAnswers(cluster.url, before)),
  ];
  const { saldo } = await accountOf(sql, caller.id);
  const log = await ground.writeFile('app.log', app.output());
  const options = [
    `--log=${log}`,
    `--since=${new Date(moment.text).toISOString()}`,
    '--apply',
    '--json',
  ];
  const { charges } = missingSchema.parse(
    parseJson(await pasarela(harness, 'ledger', 'missing', options)),
  );
  const [{ queries: lost } = { queries: 0 }] = charges;
  const due = BigInt(lost) * TARIFF;
  print(`${before.length} answers before the moment, ${lost} charges after it were lost`);
  if (lost === 0) problems.push('no charge was lost: the drill proves nothing');
  const adjusted = await accountOf(sql, caller.id);
  if (adjusted.saldo !== saldo - due) problems.push('the adjustment is wrong');
  print(await pasarela(harness, 'ledger', 'verify'));
  return [...problems, ...(await harness.ledgerProblems())];
}

/** Runs `pasarela` against the restored database, and returns what it printed. */
async function pasarela({ variables }: Harness, ...args: readonly (string | readonly string[])[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'cli/main.ts', ...args.flat()],
    { cwd: projectRoot, env: { ...process.env, ...variables } },
  );
  return stdout.trim();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
}
