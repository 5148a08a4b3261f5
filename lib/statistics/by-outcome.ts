import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { countedQueries } from '@/db/schema/index';

/** Queries of all integrations to these lookups in the hour of this instant, by how they ended. */
export async function outcomesOfHour(db: Database, lookups: readonly string[], at: Date) {
  const { grain, integrationId, start, lookup, outcome, status, queries } = countedQueries;
  return db
    .select({ outcome, status, queries: sql<number>`sum(${queries})::int` })
    .from(countedQueries)
    .where(
      and(
        eq(grain, 'hour'),
        eq(integrationId, 0),
        eq(start, sql`date_trunc('hour', ${at.toISOString()}::timestamptz, 'UTC')`),
        inArray(lookup, [...lookups]),
      ),
    )
    .groupBy(outcome, status);
}
