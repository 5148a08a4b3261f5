import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Sql } from '@/db/client';
import { taskRuns } from '@/db/schema/index';
import { ledgerProblem } from './verify-ledger';
import { reconciliationSchema } from './verify-recent';

/**
 * Reads the last run, `at` its end, or null while the first one runs. After one that `failed` the
 * figures are from the run before. Returns undefined before the first run.
 */
export async function lastReconciliation(db: Database) {
  const [run] = await db.select().from(taskRuns).where(eq(taskRuns.name, 'ledger_verify'));
  const result = reconciliationSchema.safeParse(run?.result);
  if (run === undefined || !result.success) return undefined;
  return { ...result.data, at: run.finishedAt, failed: run.error !== null };
}

export type LastReconciliation = NonNullable<Awaited<ReturnType<typeof lastReconciliation>>>;

/** `ok`, or the accounts that did not balance when last checked, and by which rules. */
export type LedgerState = 'ok' | z.infer<typeof brokenRules>;
const brokenRules = z.array(ledgerProblem.pick({ integrationId: true, rule: true }));

export async function ledgerState(sql: Sql): Promise<LedgerState> {
  const [run] = await sql<{ problems: unknown }[]>`
    SELECT result->'problems' AS problems FROM task_runs WHERE name = 'ledger_verify'`;
  const { data = [] } = brokenRules.safeParse(run?.problems);
  return data.length === 0 ? 'ok' : data;
}
