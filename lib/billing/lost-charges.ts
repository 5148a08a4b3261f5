import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** A query that the log calls charged. */
export interface LoggedCharge {
  readonly queryId: string;
  /** Name of the integration. */
  readonly integration: string;
  readonly time: string;
}

/** Charges of an integration that the ledger does not have; the amount is in 1/10000 quetzal. */
export interface LostCharges {
  readonly nombre: string;
  readonly queries: number;
  readonly amount: bigint;
}

/** Adds up charges that the ledger does not have, at the tariffs that it knows. */
export async function lostCharges(
  db: Database,
  charges: readonly LoggedCharge[],
): Promise<LostCharges[]> {
  const rows = await db.execute<{ nombre: string; queries: number; amount: string }>(sql`
    SELECT i.nombre, count(*)::int AS queries, sum(t.tarifa)::text AS amount
    FROM (SELECT DISTINCT ON ("queryId") * FROM jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
      AS line("queryId" uuid, integration text, time timestamptz)) logged
    JOIN integrations i ON i.nombre = logged.integration
    CROSS JOIN LATERAL (
      SELECT tarifa FROM tariffs WHERE integration_id = i.id AND holds_from <= logged.time
        AND (cancelled_at IS NULL OR cancelled_at > holds_from)
      ORDER BY holds_from DESC, id DESC LIMIT 1
    ) t
    WHERE NOT EXISTS (
      SELECT FROM ledger_entries WHERE query_id = logged."queryId" AND kind = 'cobro'
    )
    GROUP BY i.nombre ORDER BY i.nombre`);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}
