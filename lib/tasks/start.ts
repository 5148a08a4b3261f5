import { connectDatabase } from '@/db/client';
import { verifyRecent } from '@/lib/billing/verify-recent';
import type { Env } from '@/lib/env';
import type { Logger } from '@/lib/log';
import { retain } from './retention';
import { runTask, type Task } from './run-task';

/** The first queries after a start are not kept waiting by a task. */
const FIRST_LOOK_MS = 3_000;
const LOOK_EVERY_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

/** Looks now and then whether a task is due; any number of instances may. */
export function startTasks(env: Env, log: Logger): { stop: () => Promise<void> } {
  const db = connectDatabase(env.databaseUrl, { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const tasks: readonly Task[] = [
    { name: 'ledger_verify', everyS: 300, run: verifyRecent },
    {
      name: 'retention',
      everyS: 3_600,
      run: (at, previous) => retain(at, env.retention, previous),
    },
  ];
  let stopped = false;
  const look = async () => {
    for (const task of tasks) {
      try {
        if (await runTask(db, task)) log.info({ event: 'task', task: task.name });
      } catch (error) {
        if (stopped) return;
        log.error({ event: 'task_failed', task: task.name, err: error });
      }
    }
  };
  let looking: Promise<void> | undefined;
  const lookUnlessLooking = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const first = setTimeout(lookUnlessLooking, FIRST_LOOK_MS).unref();
  const timer = setInterval(lookUnlessLooking, LOOK_EVERY_MS).unref();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(first);
      clearInterval(timer);
      // A task under way is cut off: what it did so far stands, and the next run goes on.
      await db.$client.end({ timeout: 1 });
      await looking;
    },
  };
}
