import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/lib/base/process/free-port';
import packageJson from '@/package.json' with { type: 'json' };
import { projectRoot } from '@/server/paths';
import { type Program, startProgram } from './program';

/** The app in processes of its own, as it runs in production. */
export interface TestApp extends Program {
  readonly url: string;
  readonly port: number;
}

/** `server`: what `npm start` runs. `next`: plain `next start`, without our server in front. */
export type AppKind = 'server' | 'next';

export type Variables = Readonly<Record<string, string>>;

export interface AppOptions {
  /** Folder of the build; this checkout by default. */
  readonly root?: string;
  /** Any free one by default. */
  readonly port?: number;
  readonly flags?: readonly string[];
  /** Address of the only DNS server that it knows, at port 53; Linux, as root. */
  readonly dnsServer?: string;
}

/** Whether the pages answer or have failed: the port opens before, for lookups. */
export async function arePagesBegun(health: Response): Promise<boolean> {
  return (await health.json()).pages !== 'starting';
}

/** Starts the app on a free port, with these variables and no others of ours. */
export async function startApp(
  kind: AppKind,
  variables: Variables,
  { root = projectRoot, port: given, flags = [], dnsServer }: AppOptions = {},
): Promise<TestApp> {
  const port = given ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-app-'));
  const args = [...argumentsOf(kind, port), ...flags];
  const program = await startProgram({
    ...(dnsServer === undefined ? { args } : await withDnsServer(dnsServer, folder, args)),
    env: { PASARELA_DATA: folder, DRAIN_DELAY_MS: '0', ...variables, PORT: String(port) },
    readyUrl: `${url}/health`,
    isReady: arePagesBegun,
    folder: root,
  });
  const exited = program.exited.finally(() => rm(folder, { recursive: true, force: true }));
  return {
    ...program,
    url,
    port,
    exited,
    stop: () => program.stop().then(() => exited),
    kill: () => program.kill().then(async () => void (await exited)),
  };
}

/** Runs `node` where `/etc/resolv.conf` is another file. */
async function withDnsServer(server: string, folder: string, args: readonly string[]) {
  const file = join(folder, 'resolv.conf');
  await writeFile(file, `nameserver ${server}\n`);
  const bind = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const inside = ['sh', '-c', bind, file, process.execPath, ...args];
  return { program: 'unshare', args: ['--mount', ...inside] };
}

function argumentsOf(kind: AppKind, port: number): string[] {
  if (kind === 'server') return packageJson.scripts.start.split(' ').slice(2);
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  return [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
}
