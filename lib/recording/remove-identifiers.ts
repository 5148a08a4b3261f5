import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { DAY_MS } from '@/lib/time';

/** Rows per statement, few enough not to delay anybody. */
const SLICE_ROWS = 5_000;

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
  let start = from ?? (await oldestRecord(db)) ?? until;
  let removed = 0;
  while (start < until) {
    const end = await endOfSlice(db, start, until);
    const emptied = await db.execute(sql`
      UPDATE query_records SET identifiers = NULL, identifier_keys = '{}'
      WHERE created_at >= ${start.toISOString()} AND created_at < ${end.toISOString()}
        AND identifiers IS NOT NULL`);
    removed += emptied.count;
    start = end;
  }
  return { removed, until: start };
}

async function oldestRecord(db: Database): Promise<Date | undefined> {
  const [row] = await db.execute<{ at: string }>(
    sql`SELECT created_at::text AS at FROM query_records ORDER BY created_at LIMIT 1`,
  );
  return row && new Date(row.at);
}

/** Returns the end of a slice: before the first row beyond its size, or `until`. */
async function endOfSlice(db: Database, start: Date, until: Date): Promise<Date> {
  const [row] = await db.execute<{ at: string }>(sql`
    SELECT created_at::text AS at FROM query_records
    WHERE created_at > ${start.toISOString()} AND created_at < ${until.toISOString()}
    ORDER BY created_at OFFSET ${SLICE_ROWS} LIMIT 1`);
  const end = row && new Date(row.at);
  return end !== undefined && end > start ? end : until;
}
