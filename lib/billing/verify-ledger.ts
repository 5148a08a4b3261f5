import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';

/** One violation of an invariant. */
export interface LedgerProblem {
  readonly rule: string;
  readonly integrationId: number;
  readonly detail: string;
}

export interface LedgerReport {
  readonly checked: {
    readonly integrations: number;
    readonly entries: number;
    readonly records: number;
  };
  readonly problems: readonly LedgerProblem[];
}

/** An array literal, because drizzle spreads a list into several parameters. */
const BILLED = `{${BILLED_LOOKUPS.join(',')}}`;
const MAX_PROBLEMS = 1_000;

/**
 * Checks every invariant of the ledger over the whole database, in one snapshot. Charges whose
 * records retention dropped are checked against the balance only.
 */
export function verifyLedger(db: Database): Promise<LedgerReport> {
  return inSnapshot(db, async (tx) => {
    const counts = sql`SELECT (SELECT count(*)::int FROM accounts) AS integrations,
      (SELECT count(*)::int FROM ledger_entries) AS entries,
      (SELECT count(*)::int FROM query_records) AS records`;
    return reportOf(
      tx,
      counts,
      sql`${balances} UNION ALL ${chain} UNION ALL ${charges()} UNION ALL ${refunds()}`,
    );
  });
}

/** Runs reads in one snapshot and without a time limit. */
export function inSnapshot<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      return run(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Runs checks: `counts` selects what was checked, `broken` selects rule, integration and detail.
 */
export async function reportOf(tx: Transaction, counts: SQL, broken: SQL): Promise<LedgerReport> {
  const [checked] = await tx.execute<{ integrations: number; entries: number; records: number }>(
    counts,
  );
  const problems = await tx.execute<{ rule: string; integration_id: number; detail: string }>(
    sql`${broken} LIMIT ${MAX_PROBLEMS}`,
  );
  return {
    checked: checked ?? { integrations: 0, entries: 0, records: 0 },
    problems: problems.map(({ rule, integration_id, detail }) => ({
      rule,
      integrationId: integration_id,
      detail,
    })),
  };
}

/** Checks that `saldo` is the sum of the ledger and `reservado` the sum of the holds. */
const balances = sql`
  SELECT c.rule, a.integration_id, c.detail FROM accounts a
  LEFT JOIN (SELECT integration_id, sum(amount) AS total, max(seq) AS last, count(*) AS entries
    FROM ledger_entries GROUP BY 1) l USING (integration_id)
  LEFT JOIN (SELECT integration_id, sum(amount) AS total FROM holds GROUP BY 1) h
    USING (integration_id)
  CROSS JOIN LATERAL (VALUES
    ('saldo = sum of the ledger', a.saldo <> coalesce(l.total, 0),
      format('saldo %s, ledger %s', a.saldo, coalesce(l.total, 0))),
    ('reservado = sum of the holds', a.reservado <> coalesce(h.total, 0),
      format('reservado %s, holds %s', a.reservado, coalesce(h.total, 0))),
    ('0 <= reservado <= saldo', a.reservado < 0 OR a.reservado > a.saldo,
      format('saldo %s, reservado %s', a.saldo, a.reservado)),
    ('ledger numbers are gapless',
      a.ledger_seq <> coalesce(l.last, 0) OR coalesce(l.last, 0) <> coalesce(l.entries, 0),
      format('account at %s, newest %s, entries %s', a.ledger_seq, l.last, l.entries))
  ) AS c(rule, broken, detail) WHERE c.broken`;

/** Checks that each entry continues the balance of the one before. */
const chain = sql`
  SELECT 'balance after continues', e.integration_id,
    format('entry %s: %s after %s, expected %s', e.seq, e.balance_after, e.amount, e.expected)
  FROM (SELECT integration_id, seq, amount, balance_after,
      sum(amount) OVER (PARTITION BY integration_id ORDER BY seq) AS expected
    FROM ledger_entries) e
  WHERE e.balance_after <> e.expected`;

/** Selects recent entries by account, because the index by time begins with the account. */
export const entriesSince = (since: SQL) => sql`
  (SELECT e.* FROM accounts a CROSS JOIN LATERAL (SELECT * FROM ledger_entries l
    WHERE l.integration_id = a.integration_id AND l.created_at >= ${since}) e) recent`;

/**
 * Checks that charges and catalog records of status 200 match one to one, with equal amounts.
 * Covers all queries with a record, or only those since `since`.
 */
export const charges = (since?: SQL) => sql`
  SELECT c.rule, coalesce(r.integration_id, l.integration_id), c.detail
  FROM (SELECT id, count(*) AS copies, min(integration_id) AS integration_id,
      min(charged) AS charged, min(status) AS status, min(estado) AS estado,
      bool_and(lookup = ANY(${BILLED}::text[])) AS billed
    FROM query_records ${since ? sql`WHERE created_at >= ${since}` : sql``} GROUP BY id) r
  FULL JOIN (SELECT query_id, count(*) AS copies, min(integration_id) AS integration_id,
      sum(-amount) AS amount
    FROM ${since ? entriesSince(since) : sql`ledger_entries`}
    WHERE kind = 'cobro' AND query_created_at >= (
      SELECT min(to_timestamp(right(c.relname, 7) || ' +00', 'YYYY_MM TZH'))
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'query_records'::regclass)
      ${since ? sql`AND query_created_at >= ${since}` : sql``}
    GROUP BY query_id) l ON l.query_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('one charge per query', l.copies > 1, format('query %s: %s charges', l.query_id, l.copies)),
    ('one record per query', r.copies > 1, format('query %s: %s records', r.id, r.copies)),
    ('a charge has its record', l.query_id IS NOT NULL
        AND (r.id IS NULL OR r.status IS DISTINCT FROM 200 OR NOT r.billed
          OR r.integration_id <> l.integration_id OR r.charged <> l.amount),
      format('query %s: charged %s, record %s %s %s', l.query_id, l.amount, r.estado, r.status, r.charged)),
    ('a billed 200 has its charge', r.id IS NOT NULL AND l.query_id IS NULL
        AND (r.charged <> 0 OR (r.billed AND r.status = 200)),
      format('query %s: record %s %s %s without a charge', r.id, r.estado, r.status, r.charged)),
    ('a settled query has no hold', r.id IS NOT NULL
        AND EXISTS (SELECT FROM holds h WHERE h.query_id = r.id), format('query %s', r.id))
  ) AS c(rule, broken, detail) WHERE c.broken`;

/**
 * Checks that each refund returns one earlier charge of the same query and account, whole and once.
 * Covers all refunds, or only those since `since`.
 */
export const refunds = (since?: SQL) => sql`
  SELECT c.rule, recent.integration_id, c.detail
  FROM ${since ? entriesSince(since) : sql`ledger_entries recent`}
  CROSS JOIN LATERAL (SELECT count(*) AS charges, min(integration_id) AS integration_id,
      sum(-amount) AS amount, min(seq) AS seq
    FROM ledger_entries l WHERE l.query_id = recent.query_id AND l.kind = 'cobro') l
  CROSS JOIN LATERAL (VALUES
    ('one refund per query', (SELECT count(*) > 1 FROM ledger_entries o
        WHERE o.query_id = recent.query_id AND o.kind = 'devolucion'),
      format('query %s: entry %s', recent.query_id, recent.seq)),
    ('a refund returns its charge', l.charges <> 1 OR l.amount <> recent.amount
        OR l.integration_id <> recent.integration_id OR l.seq > recent.seq,
      format('query %s: returned %s, charged %s', recent.query_id, recent.amount, l.amount))
  ) AS c(rule, broken, detail)
  WHERE recent.kind = 'devolucion' AND c.broken`;
