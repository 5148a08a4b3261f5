import type { Sql } from '@/db/client';

/** Cost of a settled query and remaining balance, in 1/10000 quetzal. */
export interface Receipt {
  readonly queryId: string;
  readonly charged: bigint;
  /** Balance less holds when it was read; other queries may have lowered it since. */
  readonly available: bigint;
}

export async function readReceipt(
  sql: Sql,
  integrationId: number,
  queryId: string,
): Promise<Receipt | undefined> {
  const [row] = await sql<Omit<Receipt, 'queryId'>[]>`
    SELECT saldo - reservado AS available, coalesce((SELECT -amount FROM ledger_entries
      WHERE query_id = ${queryId} AND kind = 'cobro'), 0) AS charged
    FROM accounts WHERE integration_id = ${integrationId}`;
  return row && { queryId, ...row };
}
