import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { firstOfDays } from './usage';

const PACE_DAYS = 7;
/** A balance that lasts fewer days is low: in the console, and for the notice `balance.low`. */
export const LOW_RUNWAY_DAYS = 7;
/** Days without a charge after which nobody is notified of a balance. */
const CHARGED_DAYS = 30;
const BOUNDS = {
  createdAt: sql`i.created_at`,
  cap_day: sql`i.cap_day`,
  cap_month: sql`i.cap_month`,
};
const DAY_S = 86_400;

export const paceStart = () => firstOfDays(PACE_DAYS + 1);
export const chargedStart = () => firstOfDays(CHARGED_DAYS);

/** Columns that bound what an integration spends. */
interface Bounds {
  readonly createdAt: SQLWrapper;
  readonly cap_day: SQLWrapper;
  readonly cap_month: SQLWrapper;
}

/**
 * Returns SQL for the average charged per day, since the integration's creation if later, and at most
 * what its caps leave for a day.
 */
export function spentPerDay(charged: SQLWrapper, { createdAt, cap_day, cap_month }: Bounds): SQL {
  const day = sql.raw(String(DAY_S));
  const elapsedS = sql`ceil(extract(epoch FROM now() - greatest(${createdAt}, ${paceStart()})))`;
  return sql`least(coalesce(${charged}, 0)::bigint * ${day} / greatest(${day}, ${elapsedS}::bigint),
    ${cap_day}, ${cap_month} * 12 / 365)`;
}

/**
 * Returns the average charged per day, in 1/10000 quetzal: over today and the seven days before
 * it, or since the integration was created if later, and at most what its caps leave for a day.
 */
export async function spendingPace(db: Database, integrationId: number): Promise<bigint> {
  const charged = sql`(SELECT sum(charged) FROM counted_integration_days
    WHERE integration_id = i.id AND day >= ${paceStart()})`;
  const [row] = await db.execute<{ perDay: string }>(sql`
    SELECT ${spentPerDay(charged, BOUNDS)}::text AS "perDay"
    FROM integrations i WHERE i.id = ${integrationId}`);
  return BigInt(row?.perDay ?? 0);
}

/** A longer runway is shown without its number of days. */
export const LONG_RUNWAY_DAYS = 365;

/** Returns the days that `available` lasts; `undefined` if nothing is spent. */
export function runwayDays(available: bigint, perDay: bigint): number | undefined {
  return perDay > 0n ? Number(available / perDay) : undefined;
}
