import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/db/client';
import { taskRuns } from '@/db/schema/index';

/** The result of the last reconciliation of the ledger. */
export interface LastReconciliation {
  /** Its end; null while the first one runs. */
  readonly at: Date | null;
  /** The last run failed: the figures are those of the run before. */
  readonly failed: boolean;
  /** Start of the range it checked; absent when it checked everything. */
  readonly since?: Date;
  readonly checked: {
    readonly integrations: number;
    readonly entries: number;
    readonly records: number;
  };
  readonly problems: number;
}

const count = z.number().int().nonnegative();
const resultSchema = z.object({
  since: z.iso.datetime().optional(),
  checked: z.object({ integrations: count, entries: count, records: count }),
  problems: z.array(z.unknown()),
});

/** Returns undefined before the first run. */
export async function lastReconciliation(db: Database): Promise<LastReconciliation | undefined> {
  const [run] = await db.select().from(taskRuns).where(eq(taskRuns.name, 'ledger_verify'));
  const result = resultSchema.safeParse(run?.result);
  if (run === undefined || !result.success) return undefined;
  const { checked, problems, since } = result.data;
  return {
    at: run.finishedAt,
    failed: run.error !== null,
    checked,
    problems: problems.length,
    ...(since === undefined ? {} : { since: new Date(since) }),
  };
}
