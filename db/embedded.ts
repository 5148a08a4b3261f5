import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '@/lib/base/process/free-port';
import { isAlive } from '@/lib/base/process/processes';
import { MINUTE_MS } from '@/lib/base/time/time';
import { findBinaries, type PostgresBinaries } from './embedded-binaries';
import { locked } from './embedded-lock';
import { Tenancy } from './embedded-tenancy';
import { DatabaseUser } from './embedded-user';

/** A PostgreSQL that Pasarela starts itself, for development. */
export interface EmbeddedPostgres {
  /** Connects with the rights of the app. */
  readonly url: string;
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  readonly pid: number;
  /** Leaves the server; the last process to leave stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Port of a server that has to be started; any free one by default. */
  readonly port?: number;
  /** The data is thrown away afterwards, so that stopping need not write it out. */
  readonly throwaway?: boolean;
}

const DATABASE = 'pasarela';
const OWNER = 'pasarela';
const APP_ROLE = 'pasarela_app';
const START_TIMEOUT_MS = MINUTE_MS;
const RETRY_PAUSE_MS = 250;

/**
 * Starts the server under `folder`, or joins the one that runs there already, for example after a
 * `kill -9`. Creates the cluster the first time. Throws an Error with a message for people.
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await mkdir(folder, { recursive: true });
  // The database's user must pass through this folder, and can see nothing else in it.
  await chmod(folder, 0o711);
  const cluster = join(folder, 'postgres');
  const user = await DatabaseUser.choose(cluster, binaries.postgres);
  return locked(folder, async () => {
    const password = await passwordOf(folder);
    if (!existsSync(join(cluster, 'PG_VERSION')))
      await initialise(cluster, binaries, user, password);
    const tenancy = await Tenancy.enter(join(folder, 'postgres-users'));
    const leave = async () => {
      if (!(await tenancy.leave())) return;
      const mode = options.throwaway ? 'immediate' : 'fast';
      await user.run(binaries.pg_ctl, ['stop', '-D', cluster, '-m', mode, '-w', '-t', '60']);
    };
    try {
      const { pid, port } = await run(cluster, binaries, user, options.port);
      const url = `postgres://${APP_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`;
      await ensureDatabase(ownerUrlOf(url), password);
      return { url, ownerUrl: ownerUrlOf(url), pid, stop: () => locked(folder, leave) };
    } catch (error) {
      // Nothing is to stop when the server itself did not start.
      await leave().catch(() => {});
      throw error;
    }
  });
}

async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, 'postgres-password');
  if (!existsSync(file)) {
    await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Creates the cluster in a draft folder and moves it, so that a partial one is never used. */
async function initialise(
  cluster: string,
  binaries: PostgresBinaries,
  user: DatabaseUser,
  password: string,
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await user.own(draft);
  const data = join(draft, 'data');
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await user.own(passwordFile);
  await user.run(binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  await rename(data, cluster);
  await rm(draft, { recursive: true, force: true });
}

/** Joins a running server or starts one. Retries while an old server is still stopping. */
async function run(
  cluster: string,
  binaries: PostgresBinaries,
  user: DatabaseUser,
  fixedPort: number | undefined,
): Promise<{ pid: number; port: number }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const running = await runningServer(cluster);
    if (running !== undefined) return running;
    try {
      await start(cluster, binaries, user, fixedPort ?? (await freePort()));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }
}

async function start(
  cluster: string,
  binaries: PostgresBinaries,
  user: DatabaseUser,
  port: number,
): Promise<void> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
  ];
  const log = join(cluster, 'server.log');
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  const args = ['start', '-D', cluster, '-l', log, '-o', options, '-w', '-t', '60'];
  await user.run(binaries.pg_ctl, args);
}

/**
 * Reads the lock file of the cluster; `undefined` unless the process it names is alive and ready.
 */
async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (lock === undefined) return undefined;
  const lines = lock.split('\n').map((line) => line.trim());
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!isAlive(pid)) return undefined;
  if (!isPostgres(pid)) {
    // Another program has this id now, for example after a reboot. The file would keep the server
    // from starting.
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  return lines[7] === 'ready' ? { pid, port } : undefined;
}

/** Tells whether a process is PostgreSQL. Without /proc, trusts the lock file. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return true;
  }
}

/** Returns the address for the owner of an embedded database, whose password is the same. */
export function ownerUrlOf(url: string): string {
  const owner = new URL(url);
  if (owner.username === APP_ROLE) owner.username = OWNER;
  return owner.href;
}

/** Creates the database and the role of the app, unless they exist. */
async function ensureDatabase(ownerUrl: string, password: string): Promise<void> {
  const admin = new URL(ownerUrl);
  admin.pathname = '/postgres';
  const client = postgres(admin.href, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const rows = await client`SELECT FROM pg_database WHERE datname = ${DATABASE}`;
    if (rows.length === 0) await client.unsafe(`CREATE DATABASE ${DATABASE}`);
    const roles = await client`SELECT FROM pg_roles WHERE rolname = ${APP_ROLE}`;
    if (roles.length === 0)
      await client.unsafe(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${password}'`);
  } finally {
    await client.end({ timeout: 5 });
  }
}
