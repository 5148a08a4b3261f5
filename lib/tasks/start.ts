import { isDeepStrictEqual } from 'node:util';
import { connectDatabase, type Database, type Sql } from '@/db/client';
import { logTaskFailure } from '@/db/task-failure';
import { recordRelease } from '@/lib/audit/record-event';
import { type AuditVerification, headHash, rememberHead, verifyAudit } from '@/lib/audit/verify';
import type { Env } from '@/lib/base/env/env';
import { RELEASE } from '@/lib/base/env/version';
import type { Logger } from '@/lib/base/telemetry/log';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { forgetKeys } from '@/lib/billing/idempotency';
import { releaseExpired } from '@/lib/billing/release-expired';
import type { Settle } from '@/lib/billing/settle';
import { returnUndelivered } from '@/lib/billing/undelivered';
import { verifyRecent } from '@/lib/billing/verify-recent';
import type { Switches } from '@/lib/incidents/switched-off';
import { noteProofKeys } from '@/lib/keys/proof-keys';
import { noteKey } from '@/lib/keys/sealing-keys';
import { markRepeatedCharges } from '@/lib/recording/repeated-charges';
import { foldCounts } from '@/lib/statistics/fold';
import { detect, tellAuditRows } from './detect';
import { identifierKeyring, KEYS_NOTED_EVERY_MS } from './keyrings';
import { logAudit } from './log-audit';
import { keepPartitions } from './partitions';
import { retain } from './retention';
import { runTask, type Task } from './run-task';
import { watchStatus } from './watch-status';

/** Delay of the first check, so that the first queries do not wait for a task. */
const FIRST_CHECK_MS = 3 * SECOND_MS;
const CHECK_EVERY_MS = 30 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * MINUTE_MS;
/** Pause after a run that another transaction kept from a lock. */
const LOCK_PAUSE_MS = 5 * SECOND_MS;

interface Resources {
  readonly env: Env;
  readonly sql: Sql;
  readonly settle: Settle;
  readonly writeCounts: () => Promise<unknown>;
  readonly readTrusted: () => Promise<void>;
  readonly switches: Switches;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A task that every instance runs. Its name is the label of its metrics. */
interface InstanceTask {
  readonly name: string;
  readonly everyMs: number;
  readonly atStart?: boolean;
  readonly run: () => Promise<unknown>;
}

/** Starts everything that runs in the background. `stop` ends it; finished work stays. */
export function startTasks(resources: Resources): { stop: () => Promise<void> } {
  const { env, sql, settle, writeCounts, log, metrics } = resources;
  const report = reporter(resources);
  // One for a task: each further run that waits in vain would add another.
  const waiting = new Map<string, NodeJS.Timeout>();
  const start = starter(waiting, metrics, report);
  const keyring = identifierKeyring(env.identifierSecrets);
  // Opens its connection only for a charge to return or notices to make, and closes it afterwards.
  const occasional = connectDatabase(env.databaseUrl, { max: 1 });
  const releaseHolds = async () => {
    const count = await releaseExpired(sql, settle);
    if (count > 0) log.info({ event: 'holds_released', count });
  };
  const returnCharges = async () => {
    const count = await returnUndelivered(sql, occasional);
    if (count > 0) log.warn({ event: 'charges_returned', count });
  };
  // Every instance runs these; they may run at the same time.
  const tasks: readonly InstanceTask[] = [
    { name: 'read_trusted', everyMs: 3 * SECOND_MS, atStart: true, run: resources.readTrusted },
    {
      name: 'read_switches',
      everyMs: 2 * SECOND_MS,
      atStart: true,
      run: () => resources.switches.refresh(),
    },
    { name: 'write_counts', everyMs: 5 * SECOND_MS, run: writeCounts },
    { name: 'fold_counts', everyMs: 5 * SECOND_MS, run: () => foldCounts(sql) },
    { name: 'log_audit', everyMs: SECOND_MS, run: () => logAudit(sql, log) },
    { name: 'release_holds', everyMs: 15 * SECOND_MS, run: releaseHolds },
    { name: 'return_charges', everyMs: 15 * SECOND_MS, run: returnCharges },
    {
      name: 'notice_events',
      everyMs: 5 * SECOND_MS,
      run: () => tellAuditRows(sql, occasional, metrics.notices),
    },
    { name: 'forget_keys', everyMs: MINUTE_MS, run: () => forgetKeys(sql) },
    {
      name: 'note_keys',
      everyMs: KEYS_NOTED_EVERY_MS,
      atStart: true,
      run: () => noteKey(sql, keyring),
    },
    {
      name: 'note_proof_keys',
      everyMs: KEYS_NOTED_EVERY_MS,
      atStart: true,
      run: () => noteProofKeys(sql, env.proofSecrets),
    },
    {
      name: 'create_partitions',
      everyMs: HOUR_MS,
      atStart: true,
      run: () => keepPartitions(sql, log),
    },
  ];
  for (const { name, everyMs, run, atStart } of tasks) {
    metrics.taskFailures.inc({ task: name }, 0);
    metrics.taskPeriod.set({ task: name, runs_on: 'each' }, everyMs / SECOND_MS);
    if (atStart) void start(name, run);
  }
  const timers = tasks.map(({ name, everyMs, run }) =>
    setInterval(() => start(name, run), everyMs).unref(),
  );
  const exclusive = startExclusive(resources, report);
  return {
    stop: async () => {
      for (const timer of [...timers, ...waiting.values()]) clearTimeout(timer);
      await Promise.all([exclusive.stop(), occasional.$client.end({ timeout: 1 })]);
    },
  };
}

type Report = ReturnType<typeof reporter>;

/** Runs a task, and again soon when another transaction held a lock that it needs. */
function starter(waiting: Map<string, NodeJS.Timeout>, { taskSuccess }: Metrics, report: Report) {
  return async function start(task: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
      taskSuccess.set({ task }, Date.now() / SECOND_MS);
    } catch (error) {
      if (report(task, error) || waiting.has(task)) return;
      const again = () => {
        waiting.delete(task);
        void start(task, run);
      };
      waiting.set(task, setTimeout(again, LOCK_PAUSE_MS).unref());
    }
  };
}

/** Returns whether the task failed. */
function reporter({ log, metrics }: Resources) {
  return (task: string, error: unknown) => {
    const failed = logTaskFailure(log, task, error);
    if (failed) metrics.taskFailures.inc({ task });
    return failed;
  };
}

/**
 * Checks the chain of audit rows, and remembers in this process what it checked. Logs new problems,
 * and the chain's newest row when it is another one.
 */
function auditCheck(log: Logger) {
  let last: AuditVerification | undefined;
  return async (db: Database) => {
    const known = last;
    const result = await verifyAudit(db, known);
    await rememberHead(db, result);
    last = result;
    const { head, rows, wholeAt, problems } = result;
    if (head?.link && (wholeAt !== known?.wholeAt || head.id !== known.head?.id)) {
      log.info({ event: 'audit_verified', rows, head: headHash(head.link) });
    }
    for (const problem of problems) {
      const isKnown = known?.problems.some((one) => isDeepStrictEqual(one, problem));
      if (!isKnown) log.error({ event: 'audit_problem', ...problem });
    }
    return { rows, wholeAt, problems };
  };
}

/** Checks regularly whether a task is due that one instance runs for all. */
function startExclusive({ env, log, metrics }: Resources, report: Report) {
  const db = connectDatabase(env.databaseUrl, { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const tasks: readonly Task[] = [
    {
      name: 'ledger_verify',
      everyMs: 5 * MINUTE_MS,
      run: (at, previous, keep) =>
        verifyRecent(at, previous, async (fresh, result) => {
          for (const problem of fresh) log.error({ event: 'ledger_problem', ...problem });
          await keep(result);
        }),
    },
    {
      name: 'audit_verify',
      everyMs: 5 * MINUTE_MS,
      run: auditCheck(log),
    },
    {
      name: 'retention',
      everyMs: HOUR_MS,
      run: (at, previous) => retain(at, env.retention, previous, log),
    },
    {
      name: 'status',
      everyMs: CHECK_EVERY_MS / 2,
      quiet: true,
      run: (at, previous) => watchStatus(at, previous, log),
    },
    {
      name: 'detect',
      everyMs: MINUTE_MS,
      run: (at, previous) => detect(at, previous, metrics.notices),
    },
    { name: 'mark_repeated', everyMs: CHECK_EVERY_MS / 2, quiet: true, run: markRepeatedCharges },
  ];
  for (const { name, everyMs } of tasks) {
    metrics.taskPeriod.set({ task: name, runs_on: 'one' }, everyMs / SECOND_MS);
  }
  let stopped = false;
  let recorded = false;
  const attempt = (task: string, run: () => Promise<unknown>) =>
    run().catch((error: unknown) => stopped || report(task, error));
  const runDue = async () => {
    await attempt('record_release', async () => {
      if (!recorded) await recordRelease(db, RELEASE);
      recorded = true;
    });
    for (const task of tasks) {
      await attempt(task.name, async () => {
        if ((await runTask(db, task)) && !task.quiet) log.info({ event: 'task', task: task.name });
      });
    }
  };
  let running: Promise<void> | undefined;
  const runUnlessRunning = () => {
    running ??= runDue().finally(() => {
      running = undefined;
    });
  };
  const first = setTimeout(runUnlessRunning, FIRST_CHECK_MS).unref();
  const timer = setInterval(runUnlessRunning, CHECK_EVERY_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await db.$client.end({ timeout: 1 });
      await running;
    },
  };
}
