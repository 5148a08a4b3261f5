import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { firstOfDays } from './usage';

const PACE_DAYS = 7;
const DAY_S = 86_400;

export const paceStart = () => firstOfDays(PACE_DAYS + 1);

/** Returns SQL for the average charged per day, since the integration's creation if later. */
export function spentPerDay(charged: SQLWrapper, createdAt: SQLWrapper): SQL {
  const day = sql.raw(String(DAY_S));
  const elapsedS = sql`ceil(extract(epoch FROM now() - greatest(${createdAt}, ${paceStart()})))`;
  return sql`(coalesce(${charged}, 0)::bigint * ${day} / greatest(${day}, ${elapsedS}::bigint))`;
}

/**
 * Returns the average charged per day, in 1/10000 quetzal: over today and the seven days before
 * it, or since the integration was created if later.
 */
export async function spendingPace(db: Database, integrationId: number): Promise<bigint> {
  const charged = sql`(SELECT sum(charged) FROM counted_integration_days
    WHERE integration_id = i.id AND day >= ${paceStart()})`;
  const [row] = await db.execute<{ perDay: string }>(sql`
    SELECT ${spentPerDay(charged, sql`i.created_at`)}::text AS "perDay"
    FROM integrations i WHERE i.id = ${integrationId}`);
  return BigInt(row?.perDay ?? 0);
}

/** Runways longer than this are not told to the day. */
export const LONG_RUNWAY_DAYS = 365;

/** Returns the days that `available` lasts; `undefined` if nothing is spent. */
export function runwayDays(available: bigint, perDay: bigint): number | undefined {
  return perDay > 0n ? Number(available / perDay) : undefined;
}
