import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { DAY_MS } from '@/lib/base/time/time';
import { sliceRecords } from './slices';

/**
 * Removes identifiers and their digests from records older than `days`, oldest first. Continues at
 * `from`, where an earlier run ended. Returns the number of changed records and where it ended.
 */
export async function removeIdentifiers(
  db: Database,
  days: number,
  from: Date | undefined,
): Promise<{ removed: number; until: Date }> {
  const until = new Date(Date.now() - days * DAY_MS);
  let removed = 0;
  // A start in the future comes from clocks that were ahead.
  const start = from !== undefined && from.getTime() > Date.now() ? undefined : from;
  for await (const slice of sliceRecords(db, start, until)) {
    const emptied = await db.execute(sql`
      UPDATE query_records SET identifiers = NULL, identifier_keys = '{}'
      WHERE created_at >= ${slice.from.toISOString()} AND created_at < ${slice.to.toISOString()}
        AND identifiers IS NOT NULL`);
    removed += emptied.count;
  }
  return { removed, until: start !== undefined && start > until ? start : until };
}
