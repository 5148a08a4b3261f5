import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { dayOf } from '@/lib/base/time/guatemala';
import { ledgerStatement, type StatementEntry, type StatementTotals } from './statement';

/** One line for all charges between two other entries, or up to the end of their day. */
export interface ChargesLine {
  /** Number of the last charge. */
  readonly seq: bigint;
  readonly day: string;
  readonly amount: bigint;
  readonly count: number;
  readonly balanceAfter: bigint;
}

export type CondensedLine = ChargesLine | StatementEntry;

export function isEntry(line: CondensedLine): line is StatementEntry {
  return 'kind' in line;
}

/** End of a line of charges: the end of a day, or the next entry of another kind. */
interface Stop {
  readonly seq: bigint;
  readonly balance: bigint;
  readonly day: string;
  readonly entry?: StatementEntry;
}

/**
 * Reads the statement of a period, oldest first, with its charges added up by day. Each line
 * continues the balance of the previous one. The sums follow from the balances around the charges,
 * so the charges are not read.
 */
export async function condensedStatement(
  db: Database,
  integrationId: number,
  { opening, openingSeq, closingSeq, count, byKind }: StatementTotals,
): Promise<CondensedLine[]> {
  const [ends, others] = await Promise.all([
    dayEnds(db, integrationId, openingSeq, closingSeq),
    ledgerStatement(db, integrationId, {
      kinds: ['recarga', 'ajuste', 'devolucion'],
      after: openingSeq,
      before: closingSeq + 1n,
      limit: count - byKind.cobro.count,
    }),
  ]);
  const stops = [...ends, ...others.map(beforeEntry)].sort(byNumber);
  const lines: CondensedLine[] = [];
  let [seq, balance] = [openingSeq, opening];
  for (const stop of stops) {
    const charges = Number(stop.seq - seq);
    if (charges > 0) {
      const amount = stop.balance - balance;
      ({ seq, balance } = stop);
      lines.push({ seq, day: stop.day, amount, count: charges, balanceAfter: balance });
    }
    if (stop.entry === undefined) continue;
    lines.push(stop.entry);
    seq = stop.entry.seq;
    balance = stop.entry.balanceAfter;
  }
  return lines;
}

function beforeEntry(entry: StatementEntry): Stop {
  const balance = entry.balanceAfter - entry.amount;
  return { seq: entry.seq - 1n, balance, day: dayOf(entry.createdAt), entry };
}

/** Orders stops by number. A day that ends just before an entry comes first. */
function byNumber(one: Stop, other: Stop): number {
  if (one.seq !== other.seq) return one.seq < other.seq ? -1 : 1;
  return Number(one.entry !== undefined) - Number(other.entry !== undefined);
}

/** Finds the last entry of each day of a period, with one index step per day. */
async function dayEnds(
  db: Database,
  integrationId: number,
  openingSeq: bigint,
  closingSeq: bigint,
): Promise<Stop[]> {
  const at = (seq: bigint) => sql`(SELECT created_at FROM ledger_entries
    WHERE integration_id = ${integrationId} AND seq = ${seq})`;
  const rows = await db.execute<{ seq: string; balance: string; day: string }>(sql`
    SELECT DISTINCT ON (e.seq) e.seq, e.balance_after AS balance,
      to_char(e.created_at AT TIME ZONE interval '-06:00', 'YYYY-MM-DD') AS day
    FROM generate_series(guatemala_day(${at(openingSeq + 1n)}),
        guatemala_day(${at(closingSeq)}), interval '24 hours') AS days(start)
      CROSS JOIN LATERAL (
        SELECT seq, balance_after, created_at FROM ledger_entries
        WHERE integration_id = ${integrationId} AND seq <= ${closingSeq}
          AND created_at < days.start + interval '24 hours'
        ORDER BY created_at DESC, seq DESC LIMIT 1
      ) AS e
    WHERE e.seq > ${openingSeq}
    ORDER BY e.seq`);
  return rows.map(({ seq, balance, day }) => ({ seq: BigInt(seq), balance: BigInt(balance), day }));
}
