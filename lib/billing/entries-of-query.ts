import { and, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';
import type { LedgerEntry } from './statement';

export interface QueryEntries {
  readonly charge: LedgerEntry | undefined;
  readonly refund: LedgerEntry | undefined;
}

export async function entriesOfQuery(
  db: Database | Transaction,
  queryId: string,
): Promise<QueryEntries> {
  // One statement per kind, because each kind has its own unique index.
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
