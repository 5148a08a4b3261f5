import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { sliceRecords } from './slices';

/**
 * Stores the ending and the party of records that the release before wrote, oldest first, from
 * where an earlier run ended, until `stopAt` on the scale of `performance.now()`. Rests as long as
 * each slice took. Returns the number of filled records and where it ended.
 */
export async function fillRecords(
  db: Database,
  from: Date | undefined,
  until: Date,
  stopAt: number,
): Promise<{ filled: number; until: Date }> {
  let filled = 0;
  for await (const slice of sliceRecords(db, from, until)) {
    const startedAt = performance.now();
    const { count } = await db.execute(sql`
      UPDATE query_records SET ending = ending_of(outcome, status),
        responsible = responsible_for(ending_of(outcome, status), status)
      WHERE created_at >= ${slice.from.toISOString()} AND created_at < ${slice.to.toISOString()}
        AND ending IS NULL`);
    filled += count;
    if (performance.now() >= stopAt) return { filled, until: slice.to };
    await setTimeout(performance.now() - startedAt);
  }
  return { filled, until };
}

/** Renames refusals that ran out of time before the source. The release before blamed the source. */
export async function renameRefusals(db: Database): Promise<void> {
  await db.execute(sql`
    WITH renamed AS (DELETE FROM refusal_counts WHERE reason = 'source_unavailable' RETURNING *)
    INSERT INTO refusal_counts AS c (minute, integration_id, nombre, lookup, reason, address, refusals)
    SELECT minute, integration_id, nombre, lookup, 'out_of_time', address, refusals FROM renamed
    ON CONFLICT (minute, integration_id, nombre, lookup, reason, address)
      DO UPDATE SET refusals = c.refusals + excluded.refusals`);
}
