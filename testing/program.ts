import { spawn } from 'node:child_process';
import { within } from '@/lib/base/time/deadline';
import { projectRoot } from '@/server/paths';

/** A program in a process of its own. */
export interface Program {
  readonly pid: number;
  /** The newest of what it printed, both streams. */
  output(): string;
  /** Goes on reading what it prints, or stops, as a collector that hangs. */
  read(isRead: boolean): void;
  /** SIGTERM, then waits for its end; gives the exit code. Throws, and kills it, when it does not end. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits for its end. */
  kill(): Promise<void>;
  readonly exited: Promise<number | null>;
}

export interface ProgramOptions {
  /** `node` by default. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers below 500 once the program is ready. Absent: nothing is waited for. */
  readonly readyUrl?: string;
  /** Judges that answer in more ways. */
  readonly isReady?: (answer: Response) => Promise<boolean>;
  readonly folder?: string;
  /** Runs it as another account. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
/** Longer than the front process lets a query end. */
const STOP_TIMEOUT_MS = 60_000;
/** A load test prints a line per request: keep enough to explain an end, not all of it. */
const OUTPUT_KEPT = 32 * 1024 * 1024;

/** Starts a program with these variables and nothing else of ours, and waits until it is ready. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { program: name = process.execPath, args, env, folder = projectRoot, owner } = options;
  const child = spawn(name, [...args], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...env,
    },
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.length > OUTPUT_KEPT) output = output.slice(-OUTPUT_KEPT / 2);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  const program: Program = {
    pid: child.pid ?? 0,
    output: () => output,
    read: (isRead) => void (isRead ? child.stdout.resume() : child.stdout.pause()),
    exited,
    stop: async () => {
      const stopped = within(performance.now() + STOP_TIMEOUT_MS, end('SIGTERM'));
      return stopped.catch(async (cause: unknown) => {
        await end('SIGKILL');
        const label = `Process ${child.pid} (${name} ${args.join(' ')})`;
        throw new Error(`${label} did not stop:\n${lastLines(output)}`, { cause });
      });
    },
    kill: async () => void (await end('SIGKILL')),
  };
  await ready(program, options).catch(async (error: unknown) => {
    await program.kill();
    throw error;
  });
  return program;
}

const LINES_SHOWN = 20;

export function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
}

async function ready(program: Program, { args, readyUrl, isReady }: ProgramOptions): Promise<void> {
  if (readyUrl === undefined) return;
  const name = args.join(' ');
  let ended = false;
  void program.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (ended) throw new Error(`node ${name} ended early:\n${program.output()}`);
    const response = await fetch(readyUrl).catch(() => undefined);
    const isAnswered = response !== undefined && response.status < 500;
    const judged = isAnswered && (isReady === undefined || (await isReady(response)));
    if (response?.bodyUsed === false) await response.body?.cancel();
    if (judged) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`node ${name} was not ready in time:\n${program.output()}`);
}

/** Runs a program to its end. Throws when it fails. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = await startProgram({ args });
  const code = await program.exited;
  if (code !== 0) {
    throw new Error(`node ${args.join(' ')} ended with code ${code}:\n${program.output()}`);
  }
}
