import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { projectRoot } from '@/server/paths';

/** A server under measurement, in a process of its own, its output drained and its tail kept. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface ServerCommand {
  readonly name: string;
  /** What follows `node`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** Answers below 500 once the server is ready. */
  readonly readyPath: string;
}

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const KEPT_OUTPUT = 16_384;
const STOP_TIMEOUT_MS = 10_000;

const running = new Set<ServerProcess>();

export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...command.args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...hermetic, ...command.env },
  });
  const tail = keepTail(child);
  const server = { pid: child.pid ?? 0, port: command.port, stop: () => stop(child) };
  running.add(server);
  await ready(command, child, tail);
  return server;
}

const hermetic = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;

/** Stops what is still running, last started first. */
export async function stopServers(): Promise<void> {
  for (const server of [...running].reverse()) {
    running.delete(server);
    await server.stop();
  }
}

/** A log line a request comes through here: drained at once, so that no writer waits for us. */
function keepTail(child: ChildProcess): () => string {
  let tail = '';
  const keep = (chunk: Buffer) => {
    tail = chunk.length >= KEPT_OUTPUT ? chunk.toString('utf8', chunk.length - KEPT_OUTPUT) : '';
    if (tail === '') tail = chunk.toString('utf8');
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => tail;
}

async function ready(
  { name, port, readyPath }: ServerCommand,
  child: ChildProcess,
  tail: () => string,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended early:\n${tail()}`);
    const url = `http://127.0.0.1:${port}${readyPath}`;
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined && response.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${name} was not ready in time:\n${tail()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Ends when the command ends well; its output goes to standard error. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, [...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...hermetic, ...env },
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with code ${code}.`);
}

const TICKS_PER_SECOND = 100;

/** CPU time a process has used so far, in ms; `undefined` where there is no `/proc`. */
export async function cpuTimeMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field, the name, may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}
