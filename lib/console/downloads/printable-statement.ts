import type { Database } from '@/db/client';
import { type CondensedLine, condensedStatement, isEntry } from '@/lib/billing/condensed-statement';
import {
  LEDGER_KINDS,
  type LedgerKind,
  ledgerStatement,
  type StatementTotals,
} from '@/lib/billing/statement';

export interface PrintableStatement {
  readonly lines: readonly CondensedLine[];
  /** True when charges are added up by day, because there are too many to print. */
  readonly condensed: boolean;
  /** Number of newest entries that do not fit. */
  readonly leftOut: number;
}

/** Entries on about fifteen sheets. Above it, charges are added up by day. */
const MAX_ENTRIES = 500;
/** Lines on about sixty sheets. */
const MAX_LINES = 2_000;

/** Reads the lines of a printed statement, oldest first. */
export async function printableLines(
  db: Database,
  integrationId: number,
  totals: StatementTotals,
  kinds: readonly LedgerKind[],
): Promise<PrintableStatement> {
  const wanted = kinds.length === 0 ? LEDGER_KINDS : kinds;
  const count = wanted.reduce((sum, kind) => sum + totals.byKind[kind].count, 0);
  if (count <= MAX_ENTRIES || !wanted.includes('cobro')) {
    const { openingSeq: after, closingSeq } = totals;
    const page = { kinds, after, before: closingSeq + 1n, limit: MAX_LINES };
    const lines = await ledgerStatement(db, integrationId, page);
    return { lines, condensed: false, leftOut: count - lines.length };
  }
  const all = await condensedStatement(db, integrationId, totals);
  const lines = all.filter((line) => wanted.includes(isEntry(line) ? line.kind : 'cobro'));
  const leftOut = lines
    .slice(MAX_LINES)
    .reduce((sum, line) => sum + (isEntry(line) ? 1 : line.count), 0);
  return { lines: lines.slice(0, MAX_LINES), condensed: true, leftOut };
}
