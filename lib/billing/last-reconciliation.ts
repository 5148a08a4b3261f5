import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Sql } from '@/db/client';
import { taskRuns } from '@/db/schema/index';
import { ledgerProblem } from './verify-ledger';
import { type Reconciliation, reconciliationSchema } from './verify-recent';

export interface LastReconciliation extends Pick<Reconciliation, 'checked' | 'problems' | 'since'> {
  /** End of the last run; null while the first one runs. */
  readonly at: Date | null;
  /** The last run failed, so the figures are from the run before. */
  readonly failed: boolean;
}

/** Returns undefined before the first run. */
export async function lastReconciliation(db: Database): Promise<LastReconciliation | undefined> {
  const [run] = await db.select().from(taskRuns).where(eq(taskRuns.name, 'ledger_verify'));
  const result = reconciliationSchema.safeParse(run?.result);
  if (run === undefined || !result.success) return undefined;
  return { ...result.data, at: run.finishedAt, failed: run.error !== null };
}

/** `ok`, or the accounts that did not balance when last checked, and by which rules. */
export type LedgerState = 'ok' | z.infer<typeof brokenRules>;
const brokenRules = z.array(ledgerProblem.pick({ integrationId: true, rule: true }));

export async function ledgerState(sql: Sql): Promise<LedgerState> {
  const [run] = await sql<{ problems: unknown }[]>`
    SELECT result->'problems' AS problems FROM task_runs WHERE name = 'ledger_verify'`;
  const { data = [] } = brokenRules.safeParse(run?.problems);
  return data.length === 0 ? 'ok' : data;
}
