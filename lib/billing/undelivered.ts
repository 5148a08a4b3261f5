import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedStatement, type Sql } from '@/db/client';
import { type Failure, failures } from '@/lib/contract/failures';
import { HOLD_LIFETIME_S } from './hold';

/** Actor and note of the ledger entry that returns the charge of an undelivered answer. */
export const UNDELIVERED = { actor: 'pasarela', nota: 'respuesta no entregada' } as const;

const RETRY_MS = 1_000;
const ENDING = 'unresolved' satisfies Failure;
const RESPONSIBLE = failures[ENDING].responsible;

/**
 * Notes that a query was answered with 500 while its settlement was unknown. If it was charged, the
 * charge is returned later. Tries again until the settlement can no longer happen.
 */
export async function markUndelivered(sql: Sql, queryId: string): Promise<void> {
  const endsAt = performance.now() + HOLD_LIFETIME_S * 1_000;
  for (;;) {
    try {
      await sql`
        INSERT INTO undelivered_answers (query_id) VALUES (${queryId}) ON CONFLICT DO NOTHING`;
      return;
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
    }
    await pause(RETRY_MS, undefined, { ref: false });
  }
}

/**
 * Returns the charges of the noted queries, each by a ledger entry of its own, and deletes the
 * notes of settled queries. Instances may run it at once. Returns the number of returned charges.
 */
export async function returnUndelivered(sql: Sql): Promise<number> {
  const due = await sql<{ queryId: string }[]>`
    SELECT query_id AS "queryId" FROM undelivered_answers u WHERE ${isDue(sql)}`;
  let returned = 0;
  for (const { queryId } of due) {
    try {
      returned += await returnCharge(sql, queryId);
    } catch (error) {
      if (!isRefusedStatement(error)) throw error; // The next sweep finds it again.
    }
  }
  await sql`
    DELETE FROM undelivered_answers u WHERE NOT ${isDue(sql)}
      AND NOT EXISTS (SELECT FROM holds h WHERE h.query_id = u.query_id)`;
  return returned;
}

function isDue(sql: Sql) {
  return sql`EXISTS (
    SELECT FROM ledger_entries c WHERE c.query_id = u.query_id AND c.kind = 'cobro' AND c.amount < 0
      AND NOT EXISTS (SELECT FROM ledger_entries d
        WHERE d.query_id = c.query_id AND d.kind = 'devolucion'))`;
}

/** Returns one charge, unless it was returned before, and records that its answer was not sent. */
async function returnCharge(sql: Sql, queryId: string): Promise<number> {
  const { count } = await sql`
    WITH charge AS (
      SELECT *, guatemala_date(created_at) AS day FROM ledger_entries
      WHERE query_id = ${queryId} AND kind = 'cobro'
    ), locked AS MATERIALIZED (
      SELECT * FROM accounts
      WHERE integration_id = (SELECT integration_id FROM charge) FOR NO KEY UPDATE
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, nota)
      SELECT c.integration_id, l.ledger_seq + 1, 'devolucion', -c.amount, l.saldo - c.amount,
        c.query_id, c.query_created_at, ${UNDELIVERED.actor}, ${UNDELIVERED.nota}
      FROM charge c JOIN locked l USING (integration_id)
      ON CONFLICT (query_id) WHERE kind = 'devolucion' DO NOTHING
      RETURNING integration_id, seq, balance_after
    ), recorded AS (
      SELECT r.* FROM query_records r JOIN charge c ON r.id = c.query_id
        AND r.created_at = c.query_created_at AND r.integration_id = c.integration_id
      WHERE EXISTS (SELECT FROM posted)
    ), blamed AS (
      UPDATE query_records r SET ending = ${ENDING}, responsible = ${RESPONSIBLE}
      FROM recorded s WHERE r.id = s.id AND r.created_at = s.created_at
        AND r.integration_id = s.integration_id
    ), counted AS (
      INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, outcome, status,
        latency, ending, responsible, queries, charged, last_at)
      SELECT date_trunc('hour', s.created_at, 'UTC'), s.integration_id, s.credential_id, s.lookup,
        n.outcome, coalesce(s.status, 0), latency_bucket(s.duration_ms), n.ending, n.responsible,
        n.queries, n.queries * s.charged, s.created_at
      FROM recorded s CROSS JOIN LATERAL (VALUES
        (CASE s.responsible WHEN 'ours' THEN s.ending ELSE s.outcome END, s.ending, s.responsible, -1),
        (${ENDING}, ${ENDING}, ${RESPONSIBLE}, 1)) AS n(outcome, ending, responsible, queries)
    )
    UPDATE accounts a SET saldo = p.balance_after, reservado = l.reservado, ledger_seq = p.seq,
      spent_day = l.spent_day - CASE WHEN l.spent_on = c.day THEN -c.amount ELSE 0 END,
      spent_month = l.spent_month - CASE WHEN date_trunc('month', l.spent_on::timestamp)
        = date_trunc('month', c.day::timestamp) THEN -c.amount ELSE 0 END
    FROM posted p JOIN locked l USING (integration_id) JOIN charge c USING (integration_id)
    WHERE a.integration_id = p.integration_id`;
  return count;
}
