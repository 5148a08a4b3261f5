import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { taskRuns } from '@/db/schema/index';

/** Work that one of several instances does now and then. */
export interface Task {
  readonly name: TaskName;
  readonly everyS: number;
  /** Gets what the last successful run returned; what it returns is kept as JSON. */
  readonly run: (db: Database, previous: unknown) => Promise<object>;
}

export type TaskName = 'ledger_verify' | 'retention';

/**
 * Runs a task if it is due and no other instance is at it. `db` must hold one connection only: the
 * lock is the connection's, so it goes when the process does. Returns whether it ran; a failure is
 * kept with the run, where the console shows it, and thrown.
 */
export async function runTask(db: Database, task: Task): Promise<boolean> {
  const lock = sql`hashtext(${`pasarela task ${task.name}`})`;
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

/** Marks the start; `undefined` when the last one is too recent. */
async function start(db: Database, { name, everyS }: Task) {
  const due = sql`${taskRuns.startedAt} <= clock_timestamp() - make_interval(secs => ${everyS})`;
  const [started] = await db
    .insert(taskRuns)
    .values({ name, startedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: taskRuns.name,
      set: { startedAt: sql`clock_timestamp()` },
      setWhere: due,
    })
    .returning({ result: taskRuns.result });
  return started;
}

async function finish(db: Database, { name, run }: Task, previous: unknown): Promise<void> {
  const ended = { finishedAt: sql`clock_timestamp()` };
  const ofTask = eq(taskRuns.name, name);
  try {
    const result = await run(db, previous);
    await db
      .update(taskRuns)
      .set({ ...ended, result, error: null })
      .where(ofTask);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    await db
      .update(taskRuns)
      .set({ ...ended, error: text.slice(0, 500) })
      .where(ofTask);
    throw error;
  }
}
