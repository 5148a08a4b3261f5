import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';

export async function refundedQueries(
  db: Database,
  queryIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (queryIds.length === 0) return new Set();
  const { queryId, kind } = ledgerEntries;
  const rows = await db
    .select({ queryId })
    .from(ledgerEntries)
    .where(and(inArray(queryId, [...queryIds]), eq(kind, 'devolucion')));
  return new Set(rows.map((row) => row.queryId));
}
