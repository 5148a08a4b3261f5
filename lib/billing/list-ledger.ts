import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';

/** The newest entries of an account first, older than `before` when it is given. */
export async function listLedger(
  db: Database,
  integrationId: number,
  limit: number,
  before?: bigint,
) {
  const older = before === undefined ? undefined : lt(ledgerEntries.seq, before);
  return db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.integrationId, integrationId), older))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);
}

export type LedgerEntry = Awaited<ReturnType<typeof listLedger>>[number];
