import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/lib/free-port';
import { projectRoot } from '@/server/paths';

/** The app as its own process, as it runs for real. */
export interface TestApp {
  readonly url: string;
  readonly pid: number;
  /** Everything it printed so far, both streams. */
  output(): string;
  /** SIGTERM, then waits for its end; gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits for its end. */
  kill(): Promise<void>;
  readonly exited: Promise<number | null>;
}

/** `server`: what `npm start` runs. `next`: plain `next start`, without our server in front. */
export type AppKind = 'server' | 'next';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

type Variables = Readonly<Record<string, string>>;

/**
 * Starts the app on a free port with these variables and nothing of ours from outside. `root`: where
 * its build is, this checkout unless a test made another.
 */
export async function startApp(
  kind: AppKind,
  variables: Variables,
  root: string = projectRoot,
): Promise<TestApp> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-app-'));
  const child = spawn(process.execPath, argumentsOf(kind, port), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      PASARELA_DATA: folder,
      ...variables,
      PORT: String(port),
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  const app: TestApp = {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop: () => end(child, 'SIGTERM', exited),
    kill: async () => void (await end(child, 'SIGKILL', exited)),
  };
  await ready(app, child);
  return app;
}

function argumentsOf(kind: AppKind, port: number): string[] {
  if (kind === 'server') return ['--import', 'tsx', 'server/start.ts'];
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  return [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
}

async function ready(app: TestApp, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The app ended early:\n${app.output()}`);
    const response = await fetch(`${app.url}/health`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await app.kill();
  throw new Error(`The app was not ready in time:\n${app.output()}`);
}

async function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<number | null>,
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return exited;
}
