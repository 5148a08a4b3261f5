import { and, eq, gt, gte, inArray, lte, max, min, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { ledgerEntries, queryRecords } from '@/db/schema/index';
import type { StatementEntry, StatementTotals } from './statement';

/** Charges and refunds of one lookup at one tariff, in 1/10000 quetzal. */
export interface ChargesOfLookup {
  /** Null once the records of the queries are removed. */
  readonly lookup: string | null;
  readonly tariff: bigint;
  readonly charges: number;
  readonly refunds: number;
  /** Charges less refunds. */
  readonly amount: bigint;
}

/** Returns the tariff that an entry charged or returned; null for entries without a query. */
export function tariffOf({ queryId, amount }: StatementEntry): bigint | null {
  if (queryId === null) return null;
  return amount < 0n ? -amount : amount;
}

/** Adds up the charges and refunds of a period by lookup and tariff. */
export function chargesByLookup(
  db: Database,
  integrationId: number,
  { openingSeq, closingSeq }: Pick<StatementTotals, 'openingSeq' | 'closingSeq'>,
) {
  const { seq, kind, amount } = ledgerEntries;
  const { lookup } = queryRecords;
  const wanted = and(
    eq(ledgerEntries.integrationId, integrationId),
    gt(seq, openingSeq),
    lte(seq, closingSeq),
    inArray(kind, ['cobro', 'devolucion']),
  );
  // The bounds leave out the other months, of which each is a table.
  const bound = (queryCreatedAt: SQL) =>
    sql`(SELECT ${queryCreatedAt} FROM ${ledgerEntries} WHERE ${wanted})`;
  const tariff = sql`abs(${amount})`.mapWith(amount);
  const countOf = (one: 'cobro' | 'devolucion') =>
    sql<number>`(count(*) FILTER (WHERE ${kind} = ${one}))::int`;
  return db
    .select({
      lookup,
      tariff,
      charges: countOf('cobro'),
      refunds: countOf('devolucion'),
      amount: sql`-sum(${amount})`.mapWith(amount),
    })
    .from(ledgerEntries)
    .leftJoin(
      queryRecords,
      and(
        eq(queryRecords.integrationId, integrationId),
        eq(queryRecords.id, ledgerEntries.queryId),
        eq(queryRecords.createdAt, ledgerEntries.queryCreatedAt),
        gte(queryRecords.createdAt, bound(min(ledgerEntries.queryCreatedAt))),
        lte(queryRecords.createdAt, bound(max(ledgerEntries.queryCreatedAt))),
      ),
    )
    .where(wanted)
    .groupBy(lookup, tariff)
    .orderBy(lookup, tariff);
}
