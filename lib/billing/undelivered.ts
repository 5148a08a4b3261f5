import { setTimeout as pause } from 'node:timers/promises';
import { sql as query } from 'drizzle-orm';
import { type Database, isRefusedStatement, type Sql, type Transaction } from '@/db/client';
import { Permit } from '@/lib/access/permit';
import { Rejection } from '@/lib/access/rejection';
import { type Failure, failures } from '@/lib/contract/failures';
import { HOLD_LIFETIME_S } from './hold';
import { refund } from './refund';

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
 * Refunds the charges of the noted queries, and deletes the notes of settled queries. Instances may
 * run it at once. Returns the number of returned charges.
 */
export async function returnUndelivered(sql: Sql, db: Database): Promise<number> {
  const due = await sql<{ queryId: string; nombre: string }[]>`
    SELECT u.query_id AS "queryId", i.nombre FROM undelivered_answers u
    JOIN ledger_entries l ON l.query_id = u.query_id AND l.kind = 'cobro'
    JOIN integrations i ON i.id = l.integration_id WHERE ${isDue(sql)}`;
  const { actor, nota } = UNDELIVERED;
  const permit = Permit.ofService(actor);
  let returned = 0;
  for (const { queryId, nombre } of due) {
    try {
      await db.transaction(async (tx) => {
        await recordUnsent(tx, queryId);
        await refund({ tx, permit }, { nombre, queryId, nota });
      });
      returned += 1;
    } catch (error) {
      // Another instance was first, or the next sweep finds it again.
      if (!(error instanceof Rejection) && !isRefusedStatement(error)) throw error;
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

/** Records and counts that the answer of a charged query was not sent. */
function recordUnsent(tx: Transaction, queryId: string) {
  return tx.execute(query`
    WITH recorded AS (
      SELECT r.* FROM query_records r JOIN ledger_entries c ON r.id = c.query_id
        AND r.created_at = c.query_created_at AND r.integration_id = c.integration_id
      WHERE c.query_id = ${queryId} AND c.kind = 'cobro'
    ), blamed AS (
      UPDATE query_records r SET ending = ${ENDING}, responsible = ${RESPONSIBLE}
      FROM recorded s WHERE r.id = s.id AND r.created_at = s.created_at
        AND r.integration_id = s.integration_id
    )
    INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending,
      responsible, status, latency, queries, charged, last_at)
    SELECT date_trunc('hour', s.created_at, 'UTC'), s.integration_id, s.credential_id, s.lookup,
      n.ending, n.responsible, coalesce(s.status, 0), latency_bucket(s.duration_ms),
      n.queries, n.queries * s.charged, s.created_at
    FROM recorded s CROSS JOIN LATERAL (VALUES
      (s.ending, s.responsible, -1), (${ENDING}, ${RESPONSIBLE}, 1)) AS n(ending, responsible, queries)`);
}
