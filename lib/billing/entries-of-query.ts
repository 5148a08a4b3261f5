import { and, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
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

/** Reads the entries of a query that this integration paid for, or throws `not_charged`. */
export async function entriesOfCharge(
  tx: Transaction,
  integrationId: number,
  queryId: string,
): Promise<QueryEntries & { readonly charge: LedgerEntry }> {
  const { charge, refund } = await entriesOfQuery(tx, queryId);
  if (charge?.integrationId !== integrationId || charge.amount === 0n) {
    throw new Rejection('not_charged', 'That query cost nothing.');
  }
  return { charge, refund };
}

export function alreadyRefunded(): Rejection {
  return new Rejection('already_refunded', 'The charge of that query was returned already.');
}

function ofKind(db: Database | Transaction, queryId: string, kind: 'cobro' | 'devolucion') {
  return db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.queryId, queryId), eq(ledgerEntries.kind, kind)));
}
