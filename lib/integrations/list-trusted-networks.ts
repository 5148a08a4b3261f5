import type { Sql } from '@/db/client';
import { type Network, parseNetworks } from '@/lib/base/values/networks';

/** Lists the trusted networks by integration. Those of suspended integrations do not count. */
export async function listTrustedNetworks(
  sql: Sql,
): Promise<ReadonlyMap<string, readonly Network[]>> {
  const rows = await sql<{ nombre: string; trusted_networks: string }[]>`
    SELECT nombre, trusted_networks FROM integrations
    WHERE trusted_networks IS NOT NULL AND suspended_at IS NULL`;
  return new Map(rows.map((row) => [row.nombre, parseNetworks(row.trusted_networks) ?? []]));
}
