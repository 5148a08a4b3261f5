import { and, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';
import type { LedgerEntry } from './statement';

/** What the ledger says of one query: its charge, and the return of it. */
export interface QueryEntries {
  readonly charge: LedgerEntry | undefined;
  readonly refund: LedgerEntry | undefined;
}

export async function entriesOfQuery(
  db: Database | Transaction,
  queryId: string,
): Promise<QueryEntries> {
  // Each by the index that makes it the only one.
  const rows = await unionAll(ofKind(db, queryId, 'cobro'), ofKind(db, queryId, 'devolucion'));
  return {
    charge: rows.find(({ kind }) => kind === 'cobro'),
    refund: rows.find(({ kind }) => kind === 'devolucion'),
  };
}

function ofKind(db: Database | Transaction, queryId: string, kind: 'cobro' | 'devolucion') {
  return db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.queryId, queryId), eq(ledgerEntries.kind, kind)));
}
