import { connectDatabase, type Database } from '@/db/client';
import { logTaskFailure } from '@/db/task-failure';
import { recordRelease } from '@/lib/audit/record-event';
import { RELEASE } from '@/lib/base/env/version';
import type { Logger } from '@/lib/base/telemetry/log';
import type { TaskMetrics } from '@/lib/base/telemetry/metrics';
import { within } from '@/lib/base/time/deadline';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { Sender } from '@/lib/notices/sender';
import { auditCheck } from './audit-check';
import { runTask, type StoredTask } from './run-task';
import { type LookupParts, type OneRow, type PagesParts, TASKS, type TaskRow } from './tasks';

/** Delay of the first look at shared tasks, so that the first queries do not wait for one. */
const FIRST_LOOK_MS = 3 * SECOND_MS;
/** Pause between two looks whether a shared task is due. */
const LOOK_EVERY_MS = 30 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * MINUTE_MS;
/** Pause after a run that another transaction kept from a lock. */
const LOCK_PAUSE_MS = 5 * SECOND_MS;
/** After this time a run counts as failed and the next one may begin: its connection may be dead. */
const RUN_LIMIT_MS = MINUTE_MS;

/** Starts the tasks of a process that answers lookups. */
export function startLookupTasks(parts: LookupParts): Runner {
  const { log, metrics, env } = parts;
  const occasional = connectDatabase(env.databaseUrl, { max: 1 });
  const options = { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const shared = connectDatabase(env.databaseUrl, options);
  const runner = new Runner(log, metrics.tasks, [occasional, shared]);
  let isRecorded = false;
  const tools = {
    ...parts,
    occasional,
    checkAudit: auditCheck(log),
    recordRelease: async () => {
      if (!isRecorded) await recordRelease(occasional, RELEASE);
      isRecorded = true;
    },
  };
  for (const row of TASKS) {
    if (row.on === 'each') runner.start(row, () => row.run(tools));
    if (row.on === 'one') runner.startShared(row, shared, (stored) => row.run(tools, stored));
  }
  return runner;
}

/** Starts the tasks of a process that serves pages. */
export function startPagesTasks(parts: PagesParts): Runner {
  const { log, metrics } = parts;
  const runner = new Runner(log, metrics.tasks);
  const sender = new Sender({
    ...parts,
    onAttempt: (channel, result) => metrics.noticeDeliveries.inc({ channel, result }),
    onFailure: (error) => runner.report('send_notices', error),
  });
  const tools = { ...parts, sender };
  for (const row of TASKS) if (row.on === 'pages') runner.start(row, () => row.run(tools));
  return runner;
}

/**
 * Runs tasks at their periods, one run of each at a time, and counts how runs end. A run that
 * another transaction kept from a lock has not failed, and is repeated soon.
 */
export class Runner {
  readonly #log: Logger;
  readonly #metrics: TaskMetrics;
  readonly #clients: readonly Database[];
  readonly #timers: NodeJS.Timeout[] = [];
  #lastTurn: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(log: Logger, metrics: TaskMetrics, clients: readonly Database[] = []) {
    this.#log = log;
    this.#metrics = metrics;
    this.#clients = clients;
  }

  start(row: Exclude<TaskRow, OneRow>, work: () => Promise<unknown>): void {
    const begin = this.#repeat(row, row.everyMs, async () => {
      await within(performance.now() + RUN_LIMIT_MS, work());
      this.#metrics.success.set({ task: row.name }, Date.now() / SECOND_MS);
    });
    if (row.atStart) begin();
  }

  /** Looks regularly whether a task is due that one instance runs for all. */
  startShared(row: OneRow, db: Database, run: StoredTask['run']): void {
    const { name, everyMs } = row;
    const begin = this.#repeat(row, LOOK_EVERY_MS, async () => {
      const ran = await this.#inTurn(() => runTask(db, { name, everyMs, run }));
      if (ran && !row.quiet) this.#log.info({ event: 'task', task: name });
    });
    setTimeout(begin, FIRST_LOOK_MS).unref();
  }

  /** Counts and logs a failure of a task. Returns whether it was one. */
  report(task: string, error: unknown): boolean {
    if (this.#stopped) return true;
    const failed = logTaskFailure(this.#log, task, error);
    if (failed) this.#metrics.failures.inc({ task });
    return failed;
  }

  /** Ends the tasks, and waits for the shared one that is running. Finished work stays. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#clients.map(({ $client }) => $client.end({ timeout: 1 })));
    await this.#lastTurn;
  }

  /** Calls `attempt` again and again, and returns what calls it now. */
  #repeat({ name: task, on, everyMs }: TaskRow, pauseMs: number, attempt: () => Promise<void>) {
    this.#metrics.failures.inc({ task }, 0);
    this.#metrics.period.set({ task, runs_on: on }, everyMs / SECOND_MS);
    let isRunning = false;
    // One for a task: each further run that waits in vain would add another.
    let again: NodeJS.Timeout | undefined;
    const run = async () => {
      if (isRunning || this.#stopped) return;
      isRunning = true;
      clearTimeout(again);
      try {
        await attempt();
      } catch (error) {
        if (!this.report(task, error)) again = setTimeout(begin, LOCK_PAUSE_MS).unref();
      } finally {
        isRunning = false;
      }
    };
    const begin = () => void run();
    this.#timers.push(setInterval(begin, pauseMs).unref());
    return begin;
  }

  /** Runs after the shared tasks before it: they have one connection. */
  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(run);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }
}
