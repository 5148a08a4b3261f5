import type { Sql } from '@/db/client';

/** What a settled query cost and what is left, in 1/10000 quetzal. */
export interface Receipt {
  readonly queryId: string;
  readonly charged: bigint;
  /** Posted less held, at the moment of reading: queries at the same time lower it too. */
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
