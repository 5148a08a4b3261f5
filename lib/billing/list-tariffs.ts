import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { tariffs } from '@/db/schema/index';

type TariffState = 'past' | 'in_force' | 'to_come' | 'cancelled';

/** True when a later tariff that was not cancelled is in force. */
const overtaken = sql`EXISTS (SELECT FROM tariffs later
  WHERE later.integration_id = ${tariffs.integrationId} AND later.cancelled_at IS NULL
    AND later.holds_from <= clock_timestamp()
    AND (later.holds_from, later.id) > (${tariffs.holdsFrom}, ${tariffs.id}))`;

const state = sql<TariffState>`CASE WHEN ${tariffs.cancelledAt} IS NOT NULL THEN 'cancelled'
  WHEN ${tariffs.holdsFrom} > clock_timestamp() THEN 'to_come'
  WHEN ${overtaken} THEN 'past' ELSE 'in_force' END`;

export async function listTariffs(db: Database, integrationId: number, limit: number) {
  const { id, tarifa, holdsFrom, actor, createdAt, cancelledAt } = tariffs;
  return db
    .select({ id, tarifa, holdsFrom, actor, createdAt, cancelledAt, state })
    .from(tariffs)
    .where(eq(tariffs.integrationId, integrationId))
    .orderBy(desc(holdsFrom), desc(id))
    .limit(limit);
}

export type TariffRow = Awaited<ReturnType<typeof listTariffs>>[number];
