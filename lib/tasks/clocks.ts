import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { DAY_MS, MINUTE_MS } from '@/lib/base/time/time';

/** Clocks that differ by more are wrong; servers with NTP differ by milliseconds. */
const MOST_APART_MS = 5 * MINUTE_MS;
/**
 * Retention runs every hour. When the clock has gone on by more since the last run, the service was
 * stopped or the clock has jumped. Nothing is deleted for as long, so that people see the alert.
 */
const LONGEST_PAUSE_MS = DAY_MS;

export interface Clocks {
  readonly appAt: Date;
  readonly databaseAt: Date;
  /** When the newest query was recorded, by the database's clock then. */
  readonly newestRecordAt: Date | null;
}

/** What an earlier run noted of the clocks. */
export interface ClockNotes {
  readonly clockAt?: Date | undefined;
  /** Until then nothing is deleted. */
  readonly doubtfulUntil?: Date | undefined;
}

/** Reads this process's clock, the database's, and the time of the newest record. */
export async function readClocks(db: Database): Promise<Clocks> {
  const [row] = await db.execute<{ now: number; newest: number | null }>(sql`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
      (SELECT extract(epoch FROM created_at)::float8 * 1000 FROM query_records
        ORDER BY created_at DESC LIMIT 1) AS newest`);
  if (row === undefined) throw new Error('No clock was returned.');
  return {
    appAt: new Date(),
    databaseAt: new Date(row.now),
    newestRecordAt: row.newest === null ? null : new Date(row.newest),
  };
}

/** Says why the clocks may not be trusted to delete anything, and notes them for the next run. */
export function judgeClocks(
  { appAt, databaseAt, newestRecordAt }: Clocks,
  { clockAt, doubtfulUntil }: ClockNotes,
): { readonly problem: 'apart' | 'behind' | 'jumped' | undefined; readonly notes: ClockNotes } {
  const now = databaseAt.getTime();
  const passedMs = clockAt === undefined ? 0 : now - clockAt.getTime();
  const hasJumped = passedMs < -MOST_APART_MS || passedMs > LONGEST_PAUSE_MS;
  const until = hasJumped ? new Date(now + LONGEST_PAUSE_MS) : doubtfulUntil;
  const isDoubtful = until !== undefined && now < until.getTime();
  const notes = { clockAt: databaseAt, ...(isDoubtful && { doubtfulUntil: until }) };
  if (Math.abs(now - appAt.getTime()) > MOST_APART_MS) return { problem: 'apart', notes };
  const aheadMs = newestRecordAt === null ? 0 : newestRecordAt.getTime() - now;
  if (aheadMs > MOST_APART_MS) return { problem: 'behind', notes };
  return { problem: isDoubtful ? 'jumped' : undefined, notes };
}
