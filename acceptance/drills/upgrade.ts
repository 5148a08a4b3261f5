import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { summaryOf } from '@/acceptance/load/client';
import { ownerUrlOf } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { freePort } from '@/lib/base/process/free-port';
import { SECOND_MS } from '@/lib/base/time/time';
import { projectRoot } from '@/server/paths';
import { type Harness, LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { copyMigrations } from '@/testing/migrations';
import { createTestDatabase } from '@/testing/postgres';
import { type Program, startProgram } from '@/testing/program';
import { Ground } from './cluster';
import { steadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';
import { DRAIN_DELAY_MS, startBalancer } from './rolling';

const git = async (...args: readonly string[]) =>
  (await promisify(execFile)('git', args, { cwd: projectRoot })).stdout.trim();

const callerSchema = z.object({ nombre: z.string(), token: z.string() });

const PER_SECOND = 50;
const READER_MS = 10 * SECOND_MS;
const AFTERWARDS_MS = 5 * SECOND_MS;

/** Locks every table of the hot path. */
const LOCKING = ['integrations', 'accounts', 'holds', 'ledger_entries', 'query_records']
  .map((table) => `ALTER TABLE ${table} ADD COLUMN added_later integer;`)
  .join('\n');

/**
 * Migrates to the present schema under the load of two instances of an earlier build, while a reader
 * keeps the tables of the hot path open for 10 s; one more migration locks them all. Then replaces
 * the instances by the present build, and goes back. Every answer must be a 200. `ref` is the
 * earlier build; by default the one before the newest migration.
 */
export async function upgrade(print: Print, ref?: string): Promise<string[]> {
  const newest = await git('rev-list', '-1', 'HEAD', '--', 'db/migrations');
  const earlier = await git('rev-parse', ref ?? `${newest}^`);
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-earlier-'));
  const harness = await startHarness({
    ...NO_LIMITS,
    ...LOOKUPS_ALONE,
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    TRUSTED_PROXY_HOPS: '1',
  });
  try {
    await git('worktree', 'add', '--detach', folder, earlier);
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    return await Ground.use((ground) => upgradeUnderLoad({ ground, harness, folder, print }));
  } finally {
    await harness.stop();
    await git('worktree', 'remove', '--force', folder);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly ground: Ground;
  readonly harness: Harness;
  /** Of the earlier build. */
  readonly folder: string;
  readonly print: Print;
}

async function upgradeUnderLoad({ ground, harness, folder, print }: Parts): Promise<string[]> {
  const databaseUrl = await createTestDatabase(harness.databaseUrl, 'upgrade');
  const owner = ownerUrlOf(databaseUrl);
  const env = { ...harness.variables, DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: owner };
  // The earlier build's own command, which knows the earlier schema.
  const pasarela = async (...args: readonly string[]) => {
    const program = await startProgram({
      args: ['--import', 'tsx', 'cli/main.ts', ...args],
      env,
      folder,
    });
    if ((await program.exited) !== 0) throw new Error(program.output());
    return program.output();
  };
  await pasarela('db', 'migrate');
  const settings = ['--enable=cui-nit', '--saldo=100000', '--tarifa=0.5', '--json'];
  const created = await pasarela('integration', 'create', 'caller', ...settings);
  const caller = callerSchema.parse(JSON.parse(created));
  const pair = await startPair(ground, { ...harness.variables, DATABASE_URL: databaseUrl });
  await pair.replaceBy(folder);
  const load = steadyLoad({ url: () => pair.url, caller, perSecond: PER_SECOND });
  const reading = readFor(databaseUrl, READER_MS);
  await pause(SECOND_MS);
  const startedAt = performance.now();
  const folderOfMore = await copyMigrations(LOCKING);
  const options = { databaseUrl, report: print, folder: folderOfMore };
  const applied = await migrateDatabase(owner, options).finally(() =>
    rm(folderOfMore, { recursive: true, force: true }),
  );
  print(`${applied.length} migrations in ${Math.round(performance.now() - startedAt)} ms`);
  await reading;
  await pause(AFTERWARDS_MS);
  print(`answers of the earlier build: ${summaryOf(load.seen)}`);
  await pair.replaceBy(projectRoot);
  print(`with the present build: ${summaryOf(load.seen)}`);
  await pair.replaceBy(folder);
  const seen = await load.stop();
  print(`and back: ${summaryOf(seen)}`);
  const failed = seen.filter(({ status }) => status !== 200);
  const unpaid = await unpaidAnswers(databaseUrl, seen);
  return failed.length > 0 ? [`${failed.length} lookups failed`, ...unpaid] : unpaid;
}

/** Two instances behind HAProxy, which are replaced one after another. */
async function startPair(ground: Ground, variables: Readonly<Record<string, string>>) {
  const ports = [await freePort(), await freePort()];
  const ops = [await freePort(), await freePort()];
  const balancer = await startBalancer(ground, ports, ops);
  ground.onClose(balancer.stop);
  const running: Program[] = [];
  const start = async (place: number, folder: string) => {
    const program = await startProgram({
      args: ['--import', 'tsx', 'server/start.ts'],
      env: { ...variables, PORT: String(ports[place]), OPS_PORT: String(ops[place]) },
      readyUrl: `http://127.0.0.1:${ports[place]}/health`,
      folder,
    });
    ground.onClose(program.stop);
    running[place] = program;
    await balancer.up(place);
  };
  return {
    url: balancer.url,
    replaceBy: async (folder: string) => {
      for (const place of [0, 1]) {
        await running[place]?.stop();
        await start(place, folder);
      }
    },
  };
}

/** Keeps a transaction open that has read every table that lookups use. */
async function readFor(databaseUrl: string, ms: number): Promise<void> {
  const reader = postgres(databaseUrl, { max: 1 });
  await reader.begin(async (tx) => {
    for (const table of ['integrations', 'accounts', 'holds', 'ledger_entries', 'query_records']) {
      await tx`SELECT count(*) FROM ${tx(table)}`;
    }
    await tx`SELECT pg_sleep(${ms / SECOND_MS})`;
  });
  await reader.end();
}
