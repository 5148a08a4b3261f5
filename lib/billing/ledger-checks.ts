import { type SQL, sql } from 'drizzle-orm';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';

/** The invariants of the ledger. Their texts for people are in the message files. */
export const LEDGER_RULES = [
  'saldo = balance after the newest entry',
  'reservado = sum of the holds',
  '0 <= reservado <= saldo',
  'ledger numbers are gapless',
  'balance after continues',
  'one charge per query',
  'one record per query',
  'a charge has its record',
  'a billed 200 has its charge',
  'a settled query has no hold',
  'one refund per query',
  'a refund returns its charge',
  'spent = charges less refunds',
  'an entry other than a charge has its audit row',
  'as many audit rows as entries other than charges',
] as const;

/**
 * The invariants of the ledger as SQL. Each check takes the rows to look at and selects what is
 * broken: rule, integration, detail, and the entry or query that shows it. Entries and charges never
 * change once written, so rows checked in separate statements add up to a check of everything: a
 * balance is the sum of its ledger when its newest entry says so, each entry continues the one before
 * and the first begins at zero.
 */

/** An array literal, because drizzle spreads a list into several parameters. */
const BILLED = `{${BILLED_LOOKUPS.join(',')}}`;

/** The actions whose audit rows name a ledger entry, as the index of these rows has them. */
const MOVES_MONEY = sql`g.action IN ('billing.top_up', 'billing.adjust', 'billing.refund')`;

/** Writes an amount as audit rows have it: decimal text with two to four places. */
const written = (amount: SQL) => sql`regexp_replace(((${amount}) * 0.0001)::text, '0{1,2}$', '')`;

/** Checks accounts against their newest entry, their holds and the audit log. */
export const accountChecks = (accounts: SQL) => sql`
  SELECT c.rule, a.integration_id, c.detail, NULL::bigint AS seq, NULL::uuid AS query_id
  FROM ${accounts} a
  LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entries l
    WHERE l.integration_id = a.integration_id ORDER BY seq DESC LIMIT 1) l ON true
  LEFT JOIN (SELECT integration_id, sum(amount) AS total FROM holds GROUP BY 1) h
    USING (integration_id)
  CROSS JOIN LATERAL (SELECT
    (SELECT count(*) FROM ledger_entries o
      WHERE o.integration_id = a.integration_id AND o.kind <> 'cobro') AS entries,
    (SELECT count(*) FROM audit_log g
      WHERE g.integration_id = a.integration_id AND ${MOVES_MONEY}) AS audited) n
  CROSS JOIN LATERAL (VALUES
    ('saldo = balance after the newest entry', a.saldo <> coalesce(l.balance_after, 0),
      format('saldo %s, ledger %s', a.saldo, coalesce(l.balance_after, 0))),
    ('reservado = sum of the holds', a.reservado <> coalesce(h.total, 0),
      format('reservado %s, holds %s', a.reservado, coalesce(h.total, 0))),
    ('0 <= reservado <= saldo', a.reservado < 0 OR a.reservado > a.saldo,
      format('saldo %s, reservado %s', a.saldo, a.reservado)),
    ('ledger numbers are gapless', a.ledger_seq <> coalesce(l.seq, 0),
      format('account at %s, newest %s', a.ledger_seq, l.seq)),
    ('as many audit rows as entries other than charges', n.audited <> n.entries,
      format('%s audit rows, %s entries', n.audited, n.entries))
  ) AS c(rule, broken, detail) WHERE c.broken`;

/**
 * Checks ledger entries against the one before, charges against their records, refunds against their
 * charges, and other entries against the audit log. Charges whose records retention dropped are checked against the balance only. The
 * limits of one row keep the planner from reading whole tables for a slice.
 */
export const entryChecks = (entries: SQL) => sql`
  SELECT c.rule, e.integration_id, c.detail, e.seq, e.query_id
  FROM ${entries} e
  LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entries b
    WHERE b.integration_id = e.integration_id AND b.seq = e.seq - 1 LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT * FROM query_records q WHERE q.id = e.query_id
    AND q.created_at = e.query_created_at AND e.kind = 'cobro' LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT count(*) AS copies, min(integration_id) AS integration_id,
      sum(-amount) AS amount, min(seq) AS seq
    FROM ledger_entries o WHERE o.query_id = e.query_id AND o.kind = 'cobro') l ON true
  CROSS JOIN LATERAL (VALUES
    ('ledger numbers are gapless', e.seq > 1 AND p.seq IS NULL, format('entry %s is missing', e.seq - 1)),
    ('balance after continues', e.balance_after <> coalesce(p.balance_after, 0) + e.amount
        AND (e.seq = 1 OR p.seq IS NOT NULL),
      format('entry %s: %s after %s, before it %s', e.seq, e.balance_after, e.amount, p.balance_after)),
    ('one charge per query', e.kind = 'cobro' AND l.copies > 1,
      format('query %s: %s charges', e.query_id, l.copies)),
    ('a charge has its record', e.kind = 'cobro' AND e.query_created_at >= (
        SELECT min(to_timestamp(right(c.relname, 7) || ' +00', 'YYYY_MM TZH'))
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'query_records'::regclass)
      AND (r.id IS NULL OR r.status IS DISTINCT FROM 200 OR r.lookup <> ALL(${BILLED}::text[])
        OR r.integration_id <> e.integration_id OR r.charged <> -e.amount),
      format('query %s: charged %s, record %s %s %s', e.query_id, -e.amount, r.estado, r.status,
        r.charged)),
    ('one refund per query', e.kind = 'devolucion' AND (SELECT count(*) > 1 FROM ledger_entries o
        WHERE o.query_id = e.query_id AND o.kind = 'devolucion'),
      format('query %s: entry %s', e.query_id, e.seq)),
    ('a refund returns its charge', e.kind = 'devolucion' AND (l.copies <> 1 OR l.amount <> e.amount
        OR l.integration_id <> e.integration_id OR l.seq > e.seq),
      format('query %s: returned %s, charged %s', e.query_id, e.amount, l.amount)),
    ('an entry other than a charge has its audit row', e.kind <> 'cobro' AND (SELECT count(*) <> 1
        FROM audit_log g WHERE g.integration_id = e.integration_id AND ${MOVES_MONEY}
          AND g.after->>'entry' = e.seq::text AND g.actor = e.actor
          AND g.action = CASE e.kind WHEN 'recarga' THEN 'billing.top_up'
            WHEN 'ajuste' THEN 'billing.adjust' ELSE 'billing.refund' END
          AND g.before->>'saldo' = ${written(sql`e.balance_after - e.amount`)}
          AND g.after->>'saldo' = ${written(sql`e.balance_after`)}
          AND g.after->>'query' IS NOT DISTINCT FROM e.query_id::text),
      format('entry %s: %s of %s by %s', e.seq, e.kind, e.amount, e.actor))
  ) AS c(rule, broken, detail) WHERE c.broken`;

/** Checks that query records have their charge, once, and no hold left. */
export const recordChecks = (records: SQL) => sql`
  SELECT c.rule, r.integration_id, c.detail, NULL::bigint AS seq, r.id AS query_id
  FROM ${records} r
  CROSS JOIN LATERAL (VALUES
    ('one record per query', (SELECT count(*) > 1 FROM query_records o WHERE o.id = r.id
        AND o.created_at BETWEEN r.created_at - interval '1 day' AND r.created_at + interval '1 day'),
      format('query %s', r.id)),
    ('a billed 200 has its charge',
      (r.charged <> 0 OR (r.status = 200 AND r.lookup = ANY(${BILLED}::text[])))
        AND (SELECT count(*) = 0 FROM ledger_entries l WHERE l.query_id = r.id AND l.kind = 'cobro'),
      format('query %s: record %s %s %s without a charge', r.id, r.estado, r.status, r.charged)),
    ('a settled query has no hold', EXISTS (SELECT FROM holds h WHERE h.query_id = r.id),
      format('query %s', r.id))
  ) AS c(rule, broken, detail) WHERE c.broken`;

/** Checks what an account has spent on the day and in the month of its newest charge. */
export const spentChecks = (accounts: SQL) => sql`
  SELECT 'spent = charges less refunds' AS rule, a.integration_id,
    format('spent %s and %s, charges %s and %s', a.spent_day, a.spent_month, s.day, s.month) AS detail,
    NULL::bigint AS seq, NULL::uuid AS query_id
  FROM ${accounts} a
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(-c.amount), 0) AS month,
      coalesce(sum(-c.amount) FILTER (WHERE guatemala_date(c.created_at) >= a.spent_on), 0) AS day
    FROM ledger_entries c
    WHERE c.integration_id = a.integration_id AND c.kind = 'cobro' AND c.created_at >=
        date_trunc('month', a.spent_on::timestamp) AT TIME ZONE interval '-06:00'
      AND NOT EXISTS (SELECT FROM ledger_entries d
        WHERE d.query_id = c.query_id AND d.kind = 'devolucion')) s
  WHERE (s.day, s.month) IS DISTINCT FROM (a.spent_day, a.spent_month)`;
