import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '@/db/client';
import { LEDGER_KINDS, ledgerEntries, queryRecords } from '@/db/schema/index';
import { recordOf } from '@/lib/base/values/record';

export { LEDGER_KINDS };
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A range of instants; `from` belongs to it, `to` does not. Either end may be open. */
export interface Period {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface StatementFilter extends Period {
  /** Kinds of entries; all when missing or empty. */
  readonly kinds?: readonly LedgerKind[] | undefined;
}

export interface StatementPage extends StatementFilter {
  /** Only entries with greater numbers, oldest first: the next lines of an export. */
  readonly after?: bigint | undefined;
  /** Only entries with smaller numbers. */
  readonly before?: bigint | undefined;
  readonly limit: number;
}

/** Sum of the signed amounts of one kind of entry, and their number. */
export interface KindTotal {
  readonly amount: bigint;
  readonly count: number;
}

export interface StatementTotals {
  readonly opening: bigint;
  readonly closing: bigint;
  /** The entries of the period have numbers above `openingSeq`, up to `closingSeq`. */
  readonly openingSeq: bigint;
  readonly closingSeq: bigint;
  readonly count: number;
  readonly byKind: Readonly<Record<LedgerKind, KindTotal>>;
}

/**
 * Reads a page of the ledger, newest first, or oldest first with `after`. The ends of the period
 * are turned into entry numbers exactly as {@link statementTotals} does, so that both cover the
 * same entries. `ending` and `lookup` are those of the query's record, null once that is removed.
 */
export async function ledgerStatement(
  db: Database,
  integrationId: number,
  { from, to, kinds = [], after, before, limit }: StatementPage,
) {
  const { seq, kind } = ledgerEntries;
  const conditions: (SQL | undefined)[] = [
    eq(ledgerEntries.integrationId, integrationId),
    from && gt(seq, sql`coalesce((SELECT seq FROM ${lastBefore(integrationId, from)}), 0)`),
    to && sql`${seq} <= coalesce((SELECT seq FROM ${lastBefore(integrationId, to)}), 0)`,
    kinds.length === 0 ? undefined : inArray(kind, [...kinds]),
    // Repeats the condition of the partial index without charges, which the planner cannot infer.
    kinds.length === 0 || kinds.includes('cobro') ? undefined : ne(kind, 'cobro'),
    after === undefined ? undefined : gt(seq, after),
    before === undefined ? undefined : lt(seq, before),
  ];
  return db
    .select({
      ...getTableColumns(ledgerEntries),
      ending: queryRecords.ending,
      lookup: queryRecords.lookup,
    })
    .from(ledgerEntries)
    .leftJoin(
      queryRecords,
      and(
        eq(queryRecords.id, ledgerEntries.queryId),
        eq(queryRecords.createdAt, ledgerEntries.queryCreatedAt),
      ),
    )
    .where(and(...conditions))
    .orderBy(after === undefined ? desc(seq) : asc(seq))
    .limit(limit);
}

export type LedgerEntry = typeof ledgerEntries.$inferSelect;
export type StatementEntry = Awaited<ReturnType<typeof ledgerStatement>>[number];

type TotalsRow = {
  readonly opening_seq: string;
  readonly opening: string;
  readonly closing_seq: string;
  readonly closing: string;
  readonly others: readonly { readonly kind: LedgerKind; readonly amount: string; count: number }[];
};

/**
 * Computes the balances at both ends of a period and the totals by kind without reading charges.
 * Numbers have no gaps and balances are continuous, so the charges are the difference that the
 * other entries leave.
 */
export async function statementTotals(
  db: Database,
  integrationId: number,
  { from, to }: Period,
): Promise<StatementTotals> {
  const [row] = await db.execute<TotalsRow>(sql`
    WITH opening AS (${from ? sql`SELECT * FROM ${lastBefore(integrationId, from)}` : NOTHING}),
      closing AS (SELECT * FROM ${lastBefore(integrationId, to)}),
      bounds AS (
        SELECT coalesce(o.seq, 0) AS opening_seq, coalesce(o.balance_after, 0) AS opening,
          -- A clock that was set back must not end a period before its start.
          CASE WHEN c.seq > coalesce(o.seq, 0) THEN c.seq ELSE coalesce(o.seq, 0) END AS closing_seq,
          CASE WHEN c.seq > coalesce(o.seq, 0) THEN c.balance_after
            ELSE coalesce(o.balance_after, 0) END AS closing
        FROM (VALUES (1)) AS one(line) LEFT JOIN opening o ON true LEFT JOIN closing c ON true
      )
    SELECT bounds.*, coalesce((
      SELECT json_agg(json_build_object('kind', k.kind, 'amount', k.amount, 'count', k.count))
      FROM (
        SELECT kind, sum(amount)::text AS amount, count(*)::int AS count FROM ledger_entries e
        WHERE e.integration_id = ${integrationId} AND e.kind <> 'cobro'
          AND e.seq > bounds.opening_seq AND e.seq <= bounds.closing_seq
        GROUP BY kind
      ) AS k
    ), '[]') AS others
    FROM bounds`);
  if (row === undefined) throw new Error('The totals gave no row.');
  return totalsOf(row);
}

function totalsOf(row: TotalsRow): StatementTotals {
  const [openingSeq, closingSeq] = [BigInt(row.opening_seq), BigInt(row.closing_seq)];
  const [opening, closing] = [BigInt(row.opening), BigInt(row.closing)];
  const byKind: Record<LedgerKind, KindTotal> = recordOf(LEDGER_KINDS, () => NO_TOTAL);
  for (const { kind, amount, count } of row.others) {
    byKind[kind] = { amount: BigInt(amount), count };
  }
  const others = Object.values(byKind);
  const count = Number(closingSeq - openingSeq);
  byKind.cobro = {
    amount: others.reduce((rest, one) => rest - one.amount, closing - opening),
    count: others.reduce((rest, one) => rest - one.count, count),
  };
  return { opening, closing, openingSeq, closingSeq, count, byKind };
}

const NO_TOTAL: KindTotal = { amount: 0n, count: 0 };
const NOTHING = sql`SELECT NULL::bigint AS seq, NULL::bigint AS balance_after WHERE false`;

/** Selects the last entry before an instant, or the newest one, with one index step. */
function lastBefore(integrationId: number, at: Date | undefined): SQL {
  const rows = sql`SELECT seq, balance_after FROM ledger_entries
    WHERE integration_id = ${integrationId}`;
  const last = at
    ? sql`${rows} AND created_at < ${at.toISOString()}::timestamptz
        ORDER BY created_at DESC, seq DESC LIMIT 1`
    : sql`${rows} ORDER BY seq DESC LIMIT 1`;
  return sql`(${last}) AS last_entry`;
}
