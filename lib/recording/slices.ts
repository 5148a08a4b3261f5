import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { Span } from '@/lib/base/time/time';

/** Rows per statement, few enough not to delay anybody. */
const SLICE_ROWS = 5_000;

/** Yields spans of at most some thousand records, oldest first, until `until`. */
export async function* sliceRecords(
  db: Database,
  from: Date | undefined,
  until: Date,
): AsyncGenerator<Span> {
  let start = from ?? (await oldestRecord(db, new Date(0))) ?? until;
  while (start < until) {
    const end = await endOfSlice(db, start, until);
    yield { from: start, to: end };
    start = end;
  }
}

/** Returns the time of the oldest record since `from`. */
export async function oldestRecord(db: Database, from: Date): Promise<Date | undefined> {
  const [row] = await db.execute<{ at: string }>(sql`
    SELECT created_at::text AS at FROM query_records WHERE created_at >= ${from.toISOString()}
    ORDER BY created_at LIMIT 1`);
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
