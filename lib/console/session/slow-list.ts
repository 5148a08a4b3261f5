import { connectDatabase, type Database, isStatementTimeout } from '@/db/client';
import { Slots } from '@/lib/base/process/slots';
import { SECOND_MS } from '@/lib/base/time/time';
import type { RecordFilter } from '@/lib/recording/filter';
import { isLatencyBound } from '@/lib/statistics/facets';

const CONNECTIONS = 2;
/** One user takes one connection: two would keep both cores of a small database busy. */
const SLOTS = { max: CONNECTIONS, maxPerKey: 1, maxWaiting: 128, waitMs: 5 * SECOND_MS };

/** Distinguishes these connections from the console's others. */
export const SLOW_APPLICATION = 'pasarela slow lists';

/** Connections and turns of reads that neither an index nor the counts make fast. */
export interface SlowLists {
  readonly db: Database;
  readonly slots: Slots;
}

/** Opens connections apart from the console's, whose pages do not wait for a slow list. */
export function openSlowLists(databaseUrl: string): SlowLists {
  const options = {
    max: CONNECTIONS,
    statementTimeoutMs: SECOND_MS,
    parallel: false,
    applicationName: SLOW_APPLICATION,
  };
  return { db: connectDatabase(databaseUrl, options), slots: new Slots(SLOTS) };
}

/** Why a list was not read: too many of them at once, or more records than the time limit allows. */
export type Unread = 'busy' | 'too_slow';

interface Lists {
  readonly db: Database;
  readonly slowLists: SlowLists;
}

/** Reads the records of a filter. Slow filters take turns and end after a second. */
export async function readList<T>(
  { db, slowLists }: Lists,
  filter: RecordFilter,
  { userId }: { readonly userId: number },
  read: (db: Database) => Promise<T>,
): Promise<T | Unread> {
  if (isSelective(filter) || isOfCounts(filter)) return read(db);
  const release = await slowLists.slots.acquire(String(userId));
  if (release === undefined) return 'busy';
  try {
    return await read(slowLists.db);
  } catch (error) {
    if (isStatementTimeout(error)) return 'too_slow';
    throw error;
  } finally {
    release();
  }
}

/** True when an index finds the few records of a filter. */
export function isSelective({ identifierKeys, requestId }: RecordFilter): boolean {
  return identifierKeys !== undefined || requestId !== undefined;
}

/** True when the stored counts support a filter. */
export function isOfCounts({ repeated, unreadField, minDurationMs = 0 }: RecordFilter): boolean {
  return !repeated && unreadField === undefined && isLatencyBound(minDurationMs);
}
