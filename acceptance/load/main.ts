import { Connection } from './connection';
import { type LoadJob, type LoadResult, numberedJob } from './job';
import { atRate } from './rate';

/** The load generator: a process of its own that takes jobs over the IPC channel. */

/** Longer than any lookup may take. */
const ANSWER_TIMEOUT_MS = 40_000;

class Run {
  readonly latenciesMs: number[] = [];
  readonly failures: Record<string, number> = {};

  constructor(
    readonly job: LoadJob,
    readonly connections: Connection[],
  ) {}

  /** Sends request `number` and waits for its answer; false when it was not the expected one. */
  async ask(connection: Connection, number: number): Promise<boolean> {
    const request = this.job.requests[number % this.job.requests.length];
    if (request === undefined) return false;
    const sentAt = performance.now();
    try {
      await connection.exchange(request.text, request.expectedBody);
      this.latenciesMs.push(performance.now() - sentAt);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  fail(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error);
    this.failures[cause] = (this.failures[cause] ?? 0) + 1;
  }
}

/** All connections ask as fast as they are answered. */
async function closedLoop(run: Run): Promise<void> {
  const { job, connections } = run;
  const endAt = performance.now() + job.durationMs;
  const askOn = async (connection: Connection, place: number) => {
    let number = place;
    while (performance.now() < endAt && (await run.ask(connection, number))) {
      number += connections.length;
    }
  };
  await Promise.all(connections.map(askOn));
}

/** Requests leave at a steady rate whether or not earlier ones have been answered. */
async function openLoop(run: Run, ratePerSecond: number): Promise<void> {
  const { job, connections } = run;
  const idle = [...connections];
  const total = Math.floor((job.durationMs * ratePerSecond) / 1000);
  const ask = async (number: number) => {
    const connection = idle.pop() ?? (await Connection.open(job.port));
    if (!connections.includes(connection)) connections.push(connection);
    const timer = setTimeout(() => connection.end('No answer in time.'), ANSWER_TIMEOUT_MS);
    if (await run.ask(connection, number)) idle.push(connection);
    clearTimeout(timer);
  };
  await atRate(
    ratePerSecond,
    (started) => started < total,
    (number) => ask(number).catch((error: unknown) => run.fail(error)),
  );
}

async function runJob(job: LoadJob): Promise<LoadResult> {
  const opened = Array.from({ length: job.connections }, () => Connection.open(job.port));
  const run = new Run(job, await Promise.all(opened));
  const startedAt = performance.now();
  if (job.ratePerSecond === undefined) await closedLoop(run);
  else await openLoop(run, job.ratePerSecond);
  const elapsedMs = performance.now() - startedAt;
  for (const connection of run.connections) connection.close();
  const latenciesMs = run.latenciesMs.sort((a, b) => a - b);
  return { completed: latenciesMs.length, elapsedMs, latenciesMs, failures: run.failures };
}

process.on('message', (message: unknown) => {
  const { id, job } = numberedJob.parse(message);
  void runJob(job).then((result) => process.send?.({ id, result }));
});
