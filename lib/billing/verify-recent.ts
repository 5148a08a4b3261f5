import { z } from 'zod';
import type { Database } from '@/db/client';
import { DAY_MS, MINUTE_MS } from '@/lib/base/time/time';
import { type LedgerProblem, ledgerProblem, verifyLedger } from './verify-ledger';

const count = z.number().int().nonnegative();

/** Result of a run, for the next run and the console. Instants are in ISO 8601. */
export const reconciliationSchema = z.object({
  /** Everything before it is checked, by this run or earlier ones. */
  until: z.iso.datetime(),
  /** When a run last checked everything. */
  wholeAt: z.iso.datetime(),
  /** Start of what this run checked; absent when it checked everything. */
  since: z.iso.datetime().optional(),
  checked: z.object({ integrations: count, entries: count, records: count }),
  problems: z.array(ledgerProblem),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const WHOLE_EVERY_MS = DAY_MS;
/** Longer than any query takes to settle. */
const OVERLAP_MS = 10 * MINUTE_MS;
const NEVER: Reconciliation = {
  until: new Date(0).toISOString(),
  wholeAt: new Date(0).toISOString(),
  checked: { integrations: 0, entries: 0, records: 0 },
  problems: [],
};

/**
 * Runs {@link verifyLedger} cheaply enough for every few minutes: over everything once a day, else
 * over what is new and what the last run found. `report` receives problems as they are found, with
 * the result to keep in case the run does not end.
 */
export async function verifyRecent(
  db: Database,
  previous: unknown,
  report: (fresh: readonly LedgerProblem[], result: Reconciliation) => Promise<void>,
): Promise<Reconciliation> {
  const parsed = reconciliationSchema.safeParse(previous);
  const last = parsed.success ? parsed.data : NEVER;
  const now = new Date();
  const start = Date.parse(last.until) - OVERLAP_MS;
  // A start in the future comes from an instance whose clock was ahead.
  const whole = now.getTime() - Date.parse(last.wholeAt) > WHOLE_EVERY_MS || start > now.getTime();
  const since = whole ? undefined : new Date(start);
  const problems: LedgerProblem[] = [];
  const { checked } = await verifyLedger(db, {
    since,
    known: last.problems,
    onProblem: (fresh) => {
      problems.push(...fresh);
      return report(fresh, { ...last, problems });
    },
  });
  return {
    checked,
    problems,
    until: now.toISOString(),
    wholeAt: whole ? now.toISOString() : last.wholeAt,
    ...(since && { since: since.toISOString() }),
  };
}
