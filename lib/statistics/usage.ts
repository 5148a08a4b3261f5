import { and, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { countedIntegrationDays } from '@/db/schema/index';
import { addDays, dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { byLookup, type Lookup } from '@/lib/contract/lookups';

export type UsageByLookup = Readonly<Record<Lookup, number>>;

export const NO_USAGE: UsageByLookup = byLookup(() => 0);

/** Counts queries of integrations in the last days. Missing ones had none: {@link NO_USAGE}. */
export async function queriesByLookup(
  db: Database,
  integrationIds: readonly number[],
  days = 7,
): Promise<ReadonlyMap<number, UsageByLookup>> {
  if (integrationIds.length === 0) return new Map();
  const { integrationId, day, lookup, queries } = countedIntegrationDays;
  const rows = await db
    .select({ integrationId, lookup, queries: sql<number>`sum(${queries})::int` })
    .from(countedIntegrationDays)
    .where(and(inArray(integrationId, [...integrationIds]), gte(day, firstOfDays(days))))
    .groupBy(integrationId, lookup);
  const counted = new Map(rows.map((row) => [`${row.integrationId} ${row.lookup}`, row.queries]));
  const ids = new Set(rows.map((row) => row.integrationId));
  return new Map([...ids].map((id) => [id, byLookup((name) => counted.get(`${id} ${name}`) ?? 0)]));
}

/** Returns SQL for the start of the first of a number of days up to today: a value, read once. */
export function firstOfDays(days: number): SQL {
  const start = startOfDay(addDays(dayOf(new Date()), 1 - days));
  return sql`${start.toISOString()}::timestamptz`;
}
