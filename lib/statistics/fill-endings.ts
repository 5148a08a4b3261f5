import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { LOCKS } from '@/db/locks';

/** Pages of the table per run. */
const PAGES = 1_000;

/**
 * Stores the ending and the party of counts that the release before folded, in some pages of the
 * table from `page`. Returns where the next run begins: at the first page after the last.
 */
export async function fillCounts(db: Database, page: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.fold_counts})`);
    await tx.execute(sql`
      UPDATE query_counts SET ending = ending_of(outcome, status),
        responsible = responsible_for(ending_of(outcome, status), status)
      WHERE ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${page + PAGES},0)`}::tid
        AND ending IS NULL`);
    const [row] = await tx.execute<{ pages: number }>(sql`
      SELECT (pg_relation_size('query_counts') / current_setting('block_size')::int)::int AS pages`);
    return page + PAGES < (row?.pages ?? 0) ? page + PAGES : 0;
  });
}
