import type { Sql } from '@/db/client';

/**
 * The comparator's three statements, one per query and phase: what a careful service without
 * batches would send. Same tables, same guarantees: nothing is set aside that is not available,
 * deleting the hold is what lets a charge happen once, and ledger numbers have no gaps because the
 * account row is locked from its update to the commit.
 */

export interface LiveCredential {
  readonly id: number;
  readonly nombre: string;
  readonly is_cui_nit_enabled: boolean;
  readonly credential_id: number;
  readonly digest: Buffer;
}

export function findCredentials(sql: Sql, nombre: string): Promise<LiveCredential[]> {
  return sql<LiveCredential[]>`
    SELECT i.id, i.nombre, i.is_cui_nit_enabled, c.id AS credential_id, c.digest
    FROM integrations i JOIN credentials c ON c.integration_id = i.id
    WHERE i.nombre = ${nombre} AND i.suspended_at IS NULL
      AND (c.expires_at IS NULL OR c.expires_at > now())`;
}

export interface Reservation {
  readonly queryId: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly identifiers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
}

/** False when the balance does not cover the query. */
export async function reserve(sql: Sql, reservation: Reservation): Promise<boolean> {
  const { queryId, integrationId, credentialId, identifiers, requestId } = reservation;
  const held = await sql`
    WITH raised AS (
      UPDATE accounts SET reservado = reservado + tarifa
      WHERE integration_id = ${integrationId} AND saldo - reservado > 0
        AND saldo - reservado >= tarifa
      RETURNING integration_id, tarifa
    )
    INSERT INTO holds (query_id, integration_id, credential_id, lookup, amount, identifiers,
      request_id, expires_at)
    SELECT ${queryId}::uuid, integration_id, ${credentialId}::int, 'cui-nit', tarifa,
      ${Buffer.from(JSON.stringify(identifiers))}::bytea, ${requestId},
      clock_timestamp() + interval '90 s'
    FROM raised RETURNING query_id`;
  return held.length === 1;
}

export interface Settlement {
  readonly queryId: string;
  readonly status: number;
  readonly outcome: string;
  readonly durationMs: number;
  readonly sourceMs: number;
}

/** False when the hold was gone: released, or settled before. */
export async function settle(sql: Sql, settlement: Settlement): Promise<boolean> {
  const { queryId, status, outcome, durationMs, sourceMs } = settlement;
  const recorded = await sql`
    WITH released AS (
      DELETE FROM holds WHERE query_id = ${queryId}::uuid
      RETURNING *, CASE WHEN ${status}::int2 = 200 THEN amount ELSE 0 END AS charged,
        CASE WHEN ${status}::int2 = 200 THEN 1 ELSE 0 END AS entries
    ), lowered AS (
      UPDATE accounts a SET reservado = a.reservado - r.amount, saldo = a.saldo - r.charged,
        ledger_seq = a.ledger_seq + r.entries
      FROM released r WHERE a.integration_id = r.integration_id
      RETURNING a.integration_id, a.saldo, a.ledger_seq
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor)
      SELECT r.integration_id, l.ledger_seq, 'cobro', -r.charged, l.saldo, r.query_id,
        r.created_at, 'consulta'
      FROM released r JOIN lowered l USING (integration_id) WHERE r.entries = 1
    )
    INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, outcome,
      duration_ms, source_ms, charged, identifiers, request_id, created_at)
    SELECT query_id, integration_id, credential_id, lookup, 'completada', ${status}::int2,
      ${outcome}, ${durationMs}::int, ${sourceMs}::int, charged, identifiers, request_id, created_at
    FROM released RETURNING id`;
  return recorded.length === 1;
}
