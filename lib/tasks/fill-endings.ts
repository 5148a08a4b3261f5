import type { Database } from '@/db/client';
import { MINUTE_MS } from '@/lib/base/time/time';
import { isJsonObject } from '@/lib/base/values/json';
import { fillRecords, renameRefusals } from '@/lib/recording/fill-endings';
import { fillCounts } from '@/lib/statistics/fill-endings';

/** A run ends after this time, so that the other tasks of the instance have their turns. */
const RUN_MS = MINUTE_MS;
/** A query that is under way has no record yet. */
const UNDER_WAY_MS = 5 * MINUTE_MS;

/**
 * Stores the ending and the party where the release before wrote neither. Goes in the release that
 * drops the columns `outcome`, with its row of `task_runs`.
 */
export async function fillEndings(db: Database, previous: unknown) {
  const last = isJsonObject(previous) ? previous : undefined;
  if (last === undefined) await renameRefusals(db);
  const from = typeof last?.recordsUntil === 'string' ? new Date(last.recordsUntil) : undefined;
  const until = new Date(Date.now() - UNDER_WAY_MS);
  const stopAt = performance.now() + RUN_MS;
  const records = await fillRecords(db, from, until, stopAt);
  return {
    recordsFilled: records.filled,
    recordsUntil: records.until.toISOString(),
    nextPage: await fillCounts(db, typeof last?.nextPage === 'number' ? last.nextPage : 0),
  };
}
