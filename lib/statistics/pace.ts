import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

const PACE_DAYS = 7;
const DAY_S = 86_400;

/**
 * What an integration has been charged a day, on average, in 1/10000 quetzal: today and the seven days
 * before it, or since it was made when that is less (one day at least).
 */
export async function spendingPace(db: Database, integrationId: number): Promise<bigint> {
  const start = sql`guatemala_day(now()) - make_interval(days => ${PACE_DAYS})`;
  const [row] = await db.execute<{ charged: string; seconds: number }>(sql`
    SELECT coalesce((
        SELECT sum(charged) FROM counted_integration_days
        WHERE integration_id = i.id AND day >= ${start}
      ), 0)::text AS charged,
      ceil(extract(epoch FROM now() - greatest(i.created_at, ${start})))::int AS seconds
    FROM integrations i WHERE i.id = ${integrationId}`);
  if (row === undefined) return 0n;
  return (BigInt(row.charged) * BigInt(DAY_S)) / BigInt(Math.max(row.seconds, DAY_S));
}

/** Whole days that `available` lasts at that pace; `undefined` when nothing is being spent. */
export function runwayDays(available: bigint, spentPerDay: bigint): number | undefined {
  return spentPerDay > 0n ? Number(available / spentPerDay) : undefined;
}
