import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { DatabaseUser } from '@/db/embedded-user';
import { freePort } from '@/lib/base/process/free-port';

const INSTALLATIONS = '/usr/lib/postgresql';
const PASSWORD = randomBytes(12).toString('hex');

/** Folder of the programs of the newest PostgreSQL that the system has installed. */
export function systemPostgres(): string {
  const versions = existsSync(INSTALLATIONS) ? readdirSync(INSTALLATIONS).map(Number) : [];
  if (versions.length === 0) throw new Error('Install PostgreSQL: apt-get install -y postgresql');
  return join(INSTALLATIONS, String(Math.max(...versions)), 'bin');
}

/** Waits until something is true. A failure to find out counts as false. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await pause(100);
}

/** A folder in which an ordinary user runs servers: PostgreSQL refuses root. */
export class Ground {
  readonly #cleanups: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly folder: string,
    readonly bin: string,
    private readonly user: DatabaseUser,
  ) {}

  /** Runs work in a folder of its own, and removes everything afterwards. */
  static async use<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
    const ground = await Ground.#open();
    return await work(ground).finally(() => ground.#close());
  }

  static async #open(bin = systemPostgres()): Promise<Ground> {
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-drill-'));
    await chmod(folder, 0o711);
    const user = await DatabaseUser.choose(join(folder, 'data'), join(bin, 'postgres'));
    const ground = new Ground(folder, bin, user);
    await ground.makeFolder('sockets');
    return ground;
  }

  /** Makes a folder that belongs to the user. */
  async makeFolder(name: string): Promise<string> {
    const path = join(this.folder, name);
    await mkdir(path, { mode: 0o700 });
    await this.user.own(path);
    return path;
  }

  async writeFile(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text, { mode: 0o600 });
    await this.user.own(path);
    return path;
  }

  /** Runs a program as the user. */
  run(program: string, ...args: readonly string[]): Promise<void> {
    return this.user.run(program.includes('/') ? program : this.program(program), args);
  }

  program(name: string): string {
    const ours = join(this.bin, name);
    return existsSync(ours) ? ours : name;
  }

  /** Has something stopped before the folder is removed. */
  onClose(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  async #close(): Promise<void> {
    for (const cleanup of this.#cleanups) await cleanup().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A PostgreSQL server on a port of its own, with the roles of the app. */
export class Cluster {
  private constructor(
    private readonly ground: Ground,
    /** Data folder. */
    readonly data: string,
    readonly port: number,
  ) {
    ground.onClose(() => this.stop());
  }

  /** Makes an empty data folder, for a standby. */
  static async empty(ground: Ground, name: string): Promise<Cluster> {
    return new Cluster(ground, await ground.makeFolder(name), await freePort());
  }

  /** Creates and starts a server with the database and the roles of the app. */
  static async create(
    ground: Ground,
    name: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<Cluster> {
    const data = await ground.makeFolder(name);
    const cluster = new Cluster(ground, data, await freePort());
    const password = await ground.writeFile('password', PASSWORD);
    await ground.run(
      'initdb',
      `--pgdata=${data}`,
      '--username=pasarela',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      `--pwfile=${password}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    );
    await cluster.start(settings);
    await withConnection(cluster.ownerUrl.replace(/pasarela$/, 'postgres'), async (client) => {
      await client.unsafe('CREATE DATABASE pasarela');
      await client.unsafe(`CREATE ROLE pasarela_app LOGIN PASSWORD '${PASSWORD}'`);
    });
    return cluster;
  }

  /** Connects with the rights of the app. */
  get url(): string {
    return `postgres://pasarela_app:${PASSWORD}@127.0.0.1:${this.port}/pasarela`;
  }

  get ownerUrl(): string {
    return ownerUrlOf(this.url);
  }

  /** Starts the server, perhaps by a program that changes its clock. */
  async start(
    settings: Readonly<Record<string, string>> = {},
    by: readonly string[] = [],
  ): Promise<void> {
    const all: Readonly<Record<string, string>> = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: join(this.ground.folder, 'sockets'),
      timezone: 'UTC',
      ...settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    const log = join(this.data, 'server.log');
    const args = ['start', '-D', this.data, '-l', log, '-o', options.join(' '), '-w', '-t', '60'];
    const [program = '', ...rest] = [...by, this.ground.program('pg_ctl'), ...args];
    await this.ground.run(program, ...rest).catch(async (error: unknown) => {
      const text = await readFile(log, 'utf8').catch(() => '');
      throw new Error(`The server did not start:\n${text.slice(-2_000)}`, { cause: error });
    });
  }

  stop(): Promise<void> {
    return this.ground.run('pg_ctl', 'stop', '-D', this.data, '-m', 'immediate', '-w');
  }

  promote(): Promise<void> {
    return this.ground.run('pg_ctl', 'promote', '-D', this.data, '-w');
  }

  /** SIGKILL to the server, then the loss of its disk. */
  async destroy(): Promise<void> {
    const lock = await readFile(join(this.data, 'postmaster.pid'), 'utf8');
    process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
    await rm(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
