import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection';
import { type LoadJob, type LoadResult, loadJob } from './load-job';

/** The load generator: a process of its own that takes one job at a time over the IPC channel. */

/** All connections ask as fast as they are answered. */
async function closedLoop(job: LoadJob, connections: readonly Connection[]): Promise<number[]> {
  const latenciesMs: number[] = [];
  const endAt = performance.now() + job.durationMs;
  const ask = async (connection: Connection, number: number) => {
    for (let turn = number; ; turn += connections.length) {
      const request = job.requests[turn % job.requests.length] ?? '';
      const sentAt = performance.now();
      if (sentAt >= endAt) return;
      await connection.exchange(request);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(connections.map(ask));
  return latenciesMs;
}

/** Requests leave at a steady rate whether or not earlier ones have been answered. */
async function openLoop(
  job: LoadJob,
  connections: readonly Connection[],
  ratePerSecond: number,
): Promise<number[]> {
  const idle = [...connections];
  const latenciesMs: number[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  const total = Math.floor((job.durationMs * ratePerSecond) / 1000);
  const ask = async (connection: Connection, request: string) => {
    const sentAt = performance.now();
    await connection.exchange(request);
    latenciesMs.push(performance.now() - sentAt);
    idle.push(connection);
  };
  for (let number = 0; number < total; number += 1) {
    const dueAt = startedAt + (number * 1000) / ratePerSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    const connection = idle.pop();
    if (connection === undefined) throw new Error('The server fell behind the rate asked for.');
    underWay.push(ask(connection, job.requests[number % job.requests.length] ?? ''));
  }
  await Promise.all(underWay);
  return latenciesMs;
}

async function run(job: LoadJob): Promise<LoadResult> {
  const body = Buffer.from(job.expectedBody);
  const opened = Array.from({ length: job.connections }, () => Connection.open(job.port, body));
  const connections = await Promise.all(opened);
  try {
    const startedAt = performance.now();
    const latenciesMs =
      job.ratePerSecond === undefined
        ? await closedLoop(job, connections)
        : await openLoop(job, connections, job.ratePerSecond);
    const elapsedMs = performance.now() - startedAt;
    latenciesMs.sort((a, b) => a - b);
    return { completed: latenciesMs.length, elapsedMs, latenciesMs };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const connection of connections) connection.close();
  }
}

process.on('message', (message: unknown) => {
  void run(loadJob.parse(message)).then((result) => process.send?.(result));
});
