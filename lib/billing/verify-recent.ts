import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { isJsonObject } from '@/lib/json';
import { DAY_MS, MINUTE_MS } from '@/lib/time';
import {
  charges,
  entriesSince,
  inSnapshot,
  type LedgerReport,
  refunds,
  reportOf,
  verifyLedger,
} from './verify-ledger';

/** A report with the instants that the next run continues from, in ISO 8601. */
export interface Reconciliation extends LedgerReport {
  /** Everything before it is checked, by this run or earlier ones. */
  readonly until: string;
  /** When a run last checked everything. */
  readonly wholeAt: string;
  /** Start of what this run checked; absent when it checked everything. */
  readonly since?: string;
}

const WHOLE_EVERY_MS = DAY_MS;
/** Longer than any query takes to settle. */
const OVERLAP_MS = 10 * MINUTE_MS;
const MAX_PROBLEMS_KEPT = 20;

/**
 * Checks the invariants of {@link verifyLedger}, cheaply enough for every few minutes. A run checks
 * everything once a day and after a run that found a problem; otherwise only what is new since
 * then.
 */
export async function verifyRecent(db: Database, previous: unknown): Promise<Reconciliation> {
  const now = new Date();
  const last = lastRun(previous);
  const whole = last === undefined || now.getTime() - last.wholeAt.getTime() > WHOLE_EVERY_MS;
  if (whole || !last.clean) {
    return {
      ...trimmed(await verifyLedger(db)),
      until: now.toISOString(),
      wholeAt: now.toISOString(),
    };
  }
  const since = new Date(last.until.getTime() - OVERLAP_MS);
  const report = await verifySince(db, since);
  const wholeAt = last.wholeAt.toISOString();
  return { ...trimmed(report), since: since.toISOString(), until: now.toISOString(), wholeAt };
}

function trimmed({ checked, problems }: LedgerReport): LedgerReport {
  return { checked, problems: problems.slice(0, MAX_PROBLEMS_KEPT) };
}

function lastRun(previous: unknown) {
  if (!isJsonObject(previous)) return undefined;
  const { until, wholeAt, problems } = previous;
  if (typeof until !== 'string' || typeof wholeAt !== 'string') return undefined;
  const clean = Array.isArray(problems) && problems.length === 0;
  return { until: new Date(until), wholeAt: new Date(wholeAt), clean };
}

/**
 * Checks every account against its newest entry and its holds. Of what is new since `since`, checks
 * entries against the one before, charges against their records and refunds against their charges.
 */
export function verifySince(db: Database, since: Date): Promise<LedgerReport> {
  const at = sql`${since.toISOString()}::timestamptz`;
  return inSnapshot(db, (tx) => {
    const counts = sql`SELECT (SELECT count(*)::int FROM accounts) AS integrations,
      (SELECT count(*)::int FROM ${entriesSince(at)}) AS entries,
      (SELECT count(*)::int FROM query_records WHERE created_at >= ${at}) AS records`;
    const chain = sql`
      SELECT 'balance after continues', recent.integration_id,
        format('entry %s: %s after %s, before it %s', recent.seq, recent.balance_after,
          recent.amount, p.balance_after)
      FROM ${entriesSince(at)} LEFT JOIN ledger_entries p
        ON p.integration_id = recent.integration_id AND p.seq = recent.seq - 1
      WHERE recent.balance_after IS DISTINCT FROM
        CASE WHEN recent.seq = 1 THEN 0 ELSE p.balance_after END + recent.amount`;
    const queries = sql`${charges(at)} UNION ALL ${refunds(at)}`;
    return reportOf(tx, counts, sql`${balances} UNION ALL ${chain} UNION ALL ${queries}`);
  });
}

const balances = sql`
  SELECT c.rule, a.integration_id, c.detail FROM accounts a
  LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entries l
    WHERE l.integration_id = a.integration_id ORDER BY seq DESC LIMIT 1) l ON true
  LEFT JOIN (SELECT integration_id, sum(amount) AS total FROM holds GROUP BY 1) h
    USING (integration_id)
  CROSS JOIN LATERAL (VALUES
    ('saldo = balance after the newest entry', a.saldo <> coalesce(l.balance_after, 0),
      format('saldo %s, ledger %s', a.saldo, coalesce(l.balance_after, 0))),
    ('reservado = sum of the holds', a.reservado <> coalesce(h.total, 0),
      format('reservado %s, holds %s', a.reservado, coalesce(h.total, 0))),
    ('ledger numbers are gapless', a.ledger_seq <> coalesce(l.seq, 0),
      format('account at %s, newest %s', a.ledger_seq, l.seq))
  ) AS c(rule, broken, detail) WHERE c.broken`;
