import { eq, sql } from 'drizzle-orm';
import { type Database, isLockTimeout } from '@/db/client';
import { TASK_LOCKS } from '@/db/locks';
import { taskRuns } from '@/db/schema/index';
import { SECOND_MS } from '@/lib/base/time/time';

/** Regular work that one instance does for all. */
export interface StoredTask {
  readonly name: keyof typeof TASK_LOCKS;
  readonly everyMs: number;
  /** Returns the result to keep as JSON. */
  readonly run: (stored: StoredRun) => Promise<object>;
}

/** What a run receives. */
export interface StoredRun {
  readonly db: Database;
  /** The result of the last successful run. */
  readonly previous: unknown;
  /** Stores a result before the end. */
  readonly keep: (result: object) => Promise<void>;
}

/**
 * Runs a task if it is due and no other instance is running it. `db` must hold exactly one
 * connection: the lock belongs to the connection and ends with it. Returns whether the task ran. A
 * failure is stored with the run, where the console shows it, and thrown; a lock timeout is thrown
 * only, and the task is due again.
 */
export async function runTask(db: Database, task: StoredTask): Promise<boolean> {
  const lock = TASK_LOCKS[task.name];
  const [turn] = await db.execute<{ mine: boolean }>(
    sql`SELECT pg_try_advisory_lock(${lock}) AS mine`,
  );
  if (!turn?.mine) return false;
  try {
    const started = await start(db, task);
    if (started === undefined) return false;
    await finish(db, task, started.result);
    return true;
  } finally {
    await db.execute(sql`SELECT pg_advisory_unlock(${lock})`);
  }
}

/**
 * Marks the start. Returns undefined when the last one is too recent. One in the future was stored
 * while the clock was ahead, and delays nothing.
 */
async function start(db: Database, { name, everyMs }: StoredTask) {
  const [started] = await db
    .insert(taskRuns)
    .values({ name, startedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: taskRuns.name,
      set: { startedAt: sql`clock_timestamp()` },
      setWhere: sql`${taskRuns.startedAt} <= ${ago(everyMs)}
        OR ${taskRuns.startedAt} > clock_timestamp()`,
    })
    .returning({ result: taskRuns.result });
  return started;
}

/** The database's time that many milliseconds before now. */
function ago(ms: number) {
  return sql`clock_timestamp() - make_interval(secs => ${ms / SECOND_MS})`;
}

async function finish(
  db: Database,
  { name, everyMs, run }: StoredTask,
  previous: unknown,
): Promise<void> {
  const isOwn = eq(taskRuns.name, name);
  const end = (outcome: { result?: object; error: string | null }) =>
    db
      .update(taskRuns)
      .set({ ...outcome, finishedAt: sql`clock_timestamp()` })
      .where(isOwn);
  const keep = async (result: object) => {
    await db.update(taskRuns).set({ result }).where(isOwn);
  };
  try {
    await end({ result: await run({ db, previous, keep }), error: null });
  } catch (error) {
    if (isLockTimeout(error)) {
      await db
        .update(taskRuns)
        .set({ startedAt: ago(everyMs) })
        .where(isOwn);
      throw error;
    }
    const text = error instanceof Error ? error.message : String(error);
    await end({ error: text.slice(0, 500) });
    throw error;
  }
}
