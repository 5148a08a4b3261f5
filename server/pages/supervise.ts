import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SOURCE_VARIABLES } from '@/lib/base/env/env';
import { BUILD } from '@/lib/base/env/version';
import { type Logger, PROCESS_NAME, printable } from '@/lib/base/telemetry/log';
import type { Metrics, MetricsJson } from '@/lib/base/telemetry/metrics';
import { within } from '@/lib/base/time/deadline';
import type { PagesState } from '@/lib/gateway/health';
import { PEER_SECRET } from '@/lib/gateway/peer';
import { NEXT_VARIABLES } from '@/server/internals';
import { PAGES_SOCKET } from '@/server/paths';
import { StartError } from '@/server/start-error';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('alive'), rss: z.number() }),
  z.object({
    kind: z.literal('metrics'),
    metrics: z.array(z.custom<MetricsJson[number]>((one) => typeof one === 'object')),
  }),
]);

/** A message from the pages process to the front process. */
export type PagesMessage = z.infer<typeof messageSchema>;

/** The message from the front process that asks for the metrics. */
export const METRICS_REQUEST = 'metrics';
const METRICS_TIMEOUT_MS = 2_000;

/** JavaScript heap of the pages process. V8 ends a process that exceeds it. */
const MAX_HEAP_MB = 512;
/**
 * Room for the garbage of several pages. With V8's usual 16 MB nearly every page waits for a
 * collection, and more of it grows old, which takes longer to collect.
 */
const SEMI_SPACE_MB = 32;
/** Heap, buffers and code together. The front process ends a process that exceeds it. */
const MAX_RSS_BYTES = 1024 * 1024 * 1024;
/** Lookups come first when both processes want the processor. */
export const NICENESS = 10;
const WATCH_EVERY_MS = 1_000;
/**
 * Checks without a message after which the process counts as stuck. On a busy machine a process of
 * low priority may send nothing for some seconds.
 */
const MAX_SILENT_CHECKS = 15;
const START_TIMEOUT_CHECKS = 120;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** A process that ran this long did not fail at its start, so the pauses start over. */
const HEALTHY_AFTER_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
const PRINTED_TOGETHER_MS = 100;

/** Arguments of `node`: the bundle beside this one or, in development, the source. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? ['--import', 'tsx', fileURLToPath(new URL('process.ts', import.meta.url))]
  : [fileURLToPath(new URL('pages.mjs', import.meta.url))];

/** Unsets the secrets that only lookups need, so that a defect of a page cannot leak them. */
const NOT_FOR_PAGES = Object.fromEntries(SOURCE_VARIABLES.map((name) => [name, undefined]));

interface Options {
  readonly dev: boolean;
  /** Address of the front process, for the requests that Next sends to itself. */
  readonly origin: string;
  readonly peerSecret: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'pagesExits'>;
}

/**
 * Keeps one pages process running: starts it, watches it, and restarts it with growing pauses.
 * Decision 0002 says why pages have a process and what it may use.
 */
export class PagesProcess {
  readonly #options: Options;
  #folder: string | undefined;
  #child: ChildProcess | undefined;
  #state: PagesState = 'starting';
  #build: 'unneeded' | 'running' | 'failed' = 'unneeded';
  #silentChecks = 0;
  #failures = 0;
  #stopping = false;
  #printed: string[] = [];
  #metricsWaiting: ((metrics: MetricsJson) => void)[] = [];
  #watch: NodeJS.Timeout | undefined;
  #begin = () => {};
  readonly #begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });
  #restart: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): PagesState {
    return this.#state;
  }

  /** Why there are no pages, of a process that is not ready. */
  get refusal(): 'pages_building' | 'pages_unbuilt' | 'pages_unavailable' {
    if (this.#build === 'unneeded') return 'pages_unavailable';
    return this.#build === 'running' ? 'pages_building' : 'pages_unbuilt';
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get socketPath(): string {
    return join(this.#folder ?? '', 'pages.sock');
  }

  /**
   * Starts the process once it is `built`, and does not wait for it: lookups need none. Throws
   * {@link StartError} when there is no place for its socket.
   */
  async start(built?: Promise<unknown>): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'pasarela-pages-')).catch((error: Error) => {
      throw new StartError(`Cannot write to TMPDIR (${tmpdir()}): ${error.message}`);
    });
    this.#watch = setInterval(() => this.#check(), WATCH_EVERY_MS).unref();
    if (built === undefined) this.#spawn();
    else void this.#spawnWhen(built);
  }

  async #spawnWhen(built: Promise<unknown>): Promise<void> {
    this.#build = 'running';
    try {
      await built;
      this.#build = 'unneeded';
      if (!this.#stopping) this.#spawn();
    } catch (err) {
      this.#build = 'failed';
      this.#state = 'down';
      this.#begin();
      if (!this.#stopping) this.#options.log.error({ event: 'pages_not_built', err });
    }
  }

  /** Resolves when the process first answers, or ends before that. */
  get begun(): Promise<void> {
    return this.#begun;
  }

  /** Expects the process to end from now on, so that an exit is not counted. */
  beginStop(): void {
    this.#stopping = true;
    clearTimeout(this.#restart);
  }

  /** Asks the process for its metrics. Returns none when it does not answer. */
  metrics(): Promise<MetricsJson> {
    if (this.#state !== 'ready') return Promise.resolve([]);
    const answer = new Promise<MetricsJson>((resolve) => this.#metricsWaiting.push(resolve));
    this.#child?.send(METRICS_REQUEST, () => {});
    return within(performance.now() + METRICS_TIMEOUT_MS, answer).catch(() => []);
  }

  async stop(): Promise<void> {
    this.beginStop();
    clearInterval(this.#watch);
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(timer);
    }
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const { dev, origin, peerSecret } = this.#options;
    const startedAt = performance.now();
    const memory = [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      `--min-semi-space-size=${SEMI_SPACE_MB}`,
      `--max-semi-space-size=${SEMI_SPACE_MB}`,
    ];
    const child = spawn(process.execPath, [...(dev ? [] : memory), ...PROGRAM], {
      stdio: ['ignore', 'inherit', dev ? 'inherit' : 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...(dev ? {} : { ...NOT_FOR_PAGES, PASARELA_SERVES: 'pages' }),
        [NEXT_VARIABLES.origin]: origin,
        PASARELA_BUILD: BUILD,
        [PAGES_SOCKET]: this.socketPath,
        [PROCESS_NAME]: 'pages',
        [PEER_SECRET]: peerSecret,
      },
    });
    this.#state = 'starting';
    this.#silentChecks = 0;
    this.#child = child;
    // Set at once, because later threads inherit the priority of the first.
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    if (child.stderr !== null) {
      // The process logs to standard output. Node prints to this when the process crashes.
      createInterface({ input: child.stderr }).on('line', (line) => this.#print(line));
    }
    child.on('message', (message) => this.#receive(message));
    child.once('exit', (code, signal) => this.#exited(startedAt, code, signal));
    return child;
  }

  /** Logs what is printed together, such as a crash, in one line. */
  #print(line: string): void {
    const text = printable(line);
    if (text === '' || this.#printed.push(text) > 1) return;
    setTimeout(() => {
      this.#options.log.error({ event: 'pages_printed' }, this.#printed.splice(0).join('\n'));
    }, PRINTED_TOGETHER_MS).unref();
  }

  #receive(message: unknown): void {
    const parsed = messageSchema.safeParse(message);
    if (!parsed.success) return;
    this.#silentChecks = 0;
    if (parsed.data.kind === 'ready') {
      this.#state = 'ready';
      this.#begin();
      this.#options.log.info({ event: 'pages_ready', pid: this.pid });
    } else if (parsed.data.kind === 'metrics') {
      for (const resolve of this.#metricsWaiting.splice(0)) resolve(parsed.data.metrics);
    } else if (!this.#options.dev && parsed.data.rss > MAX_RSS_BYTES) {
      this.#end('memory');
    }
  }

  /** Counts checks, not time, because this process receives no messages while it is paused. */
  #check(): void {
    this.#silentChecks += 1;
    // In development it is silent while a debugger holds it.
    const isStuck = !this.#options.dev && this.#silentChecks > MAX_SILENT_CHECKS;
    if (this.#state === 'ready' && isStuck) this.#end('silent');
    const isStarting = this.#state === 'starting' && this.#build === 'unneeded';
    if (isStarting && this.#silentChecks > START_TIMEOUT_CHECKS) this.#end('start');
  }

  #end(cause: 'memory' | 'silent' | 'start'): void {
    this.#options.log.error({ event: 'pages_ended', cause, pid: this.pid });
    this.#state = 'down';
    this.#child?.kill('SIGKILL');
  }

  #exited(startedAt: number, code: number | null, signal: string | null): void {
    this.#state = 'down';
    this.#begin();
    if (this.#stopping) return;
    this.#options.metrics.pagesExits.inc();
    this.#failures = performance.now() - startedAt > HEALTHY_AFTER_MS ? 1 : this.#failures + 1;
    const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS);
    this.#options.log.error({ event: 'pages_exited', code, signal, restartMs: pauseMs });
    this.#restart = setTimeout(() => this.#spawn(), pauseMs);
  }
}
