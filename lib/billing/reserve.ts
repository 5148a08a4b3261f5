import type { Sql } from '@/db/client';
import { ANSWER_TIMEOUT_MS, isRefusedStatement } from '@/db/client';
import { Batch } from '@/lib/batch';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';
import { storableText } from '@/lib/json';
import { HOLD_LIFETIME_S, type Hold, type HoldRequest, MAX_BATCH } from './hold';
import { releaseExpired } from './release-expired';
import type { Settle } from './settle';

/** First phase: sets the cost aside. `undefined` when the balance does not cover it (402). */
export type Reserve = (request: HoldRequest) => Promise<Hold | undefined>;

type Verdict = Hold | 'refused' | 'refused_with_expired_holds';

interface Row {
  readonly query_id: string;
  readonly created_at: string | null;
  readonly expired_holds: boolean | null;
}

/**
 * Two-phase billing, phase one. Holds left behind by a process that died are released when they
 * stand in the way, so that they never cost an integration more than one statement.
 */
export function createReserve(sql: Sql, settle: Settle): Reserve {
  const batch = new Batch<HoldRequest, Verdict>({
    run: (requests) => reserveTogether(sql, requests),
    mayRunAlone: isRefusedStatement,
    maxSize: MAX_BATCH,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  return async (request) => {
    const verdict = await batch.submit(request);
    if (verdict === 'refused') return undefined;
    if (verdict !== 'refused_with_expired_holds') return verdict;
    await releaseExpired(sql, settle, request.integrationId);
    const second = await batch.submit(request);
    return typeof second === 'string' ? undefined : second;
  };
}

/**
 * One statement for all that wait. Accounts are locked in order of id, so instances cannot block
 * each other in a circle; each account admits as many, in order of arrival, as it covers: available
 * must be above zero and not below the tariff. No `ON CONFLICT`: it would raise `reservado` without
 * a hold. The account is written from its locked values, balance included: PostgreSQL tests the
 * constraints on the version the statement began with before it turns to the newest one.
 */
async function reserveTogether(sql: Sql, requests: readonly HoldRequest[]): Promise<Verdict[]> {
  const rows = await sql<Row[]>`
    WITH input AS (
      SELECT *, lookup = ANY(${[...BILLED_LOOKUPS]}::text[]) AS billed FROM unnest(
        ${requests.map((r) => r.queryId)}::uuid[], ${requests.map((r) => r.integrationId)}::int[],
        ${requests.map((r) => r.credentialId)}::int[], ${requests.map((r) => r.lookup)}::text[],
        ${requests.map((r) => storableIdentifiers(r))}::text[],
        ${requests.map((r) => r.requestId)}::text[]
      ) WITH ORDINALITY
        AS i(query_id, integration_id, credential_id, lookup, identifiers, request_id, ord)
    ), locked AS MATERIALIZED (
      SELECT integration_id, saldo, reservado, tarifa FROM accounts
      WHERE integration_id IN (SELECT integration_id FROM input WHERE billed)
      ORDER BY integration_id FOR NO KEY UPDATE
    ), priced AS (
      SELECT i.*, l.saldo - l.reservado AS disponible, CASE WHEN i.billed THEN l.tarifa ELSE 0 END AS amount,
        sum(CASE WHEN i.billed THEN l.tarifa ELSE 0 END)
          OVER (PARTITION BY i.integration_id ORDER BY i.ord) AS running
      FROM input i LEFT JOIN locked l ON l.integration_id = i.integration_id
    ), admitted AS (
      SELECT * FROM priced
      WHERE NOT billed OR (running <= disponible AND running - amount < disponible)
    ), held AS (
      INSERT INTO holds (query_id, integration_id, credential_id, lookup, amount, identifiers,
        request_id, expires_at)
      SELECT query_id, integration_id, credential_id, lookup, amount, identifiers::jsonb,
        request_id, clock_timestamp() + make_interval(secs => ${HOLD_LIFETIME_S})
      FROM admitted
      RETURNING query_id, created_at
    ), raised AS (
      UPDATE accounts a SET saldo = l.saldo, reservado = l.reservado + s.amount
      FROM locked l JOIN (
        SELECT integration_id, sum(amount)::bigint AS amount FROM admitted GROUP BY 1
      ) s USING (integration_id)
      WHERE a.integration_id = l.integration_id AND s.amount > 0
    )
    SELECT i.query_id, h.created_at::text AS created_at,
      CASE WHEN h.query_id IS NULL THEN EXISTS (
        SELECT FROM holds e WHERE e.integration_id = i.integration_id
          AND e.expires_at <= clock_timestamp()) END AS expired_holds
    FROM input i LEFT JOIN held h USING (query_id)`;
  const byQuery = new Map(rows.map((row) => [row.query_id, row]));
  return requests.map((request) => verdictOf(request, byQuery.get(request.queryId)));
}

function verdictOf(request: HoldRequest, row: Row | undefined): Verdict {
  const { queryId, integrationId } = request;
  if (row?.created_at) return { queryId, integrationId, createdAt: row.created_at };
  return row?.expired_holds ? 'refused_with_expired_holds' : 'refused';
}

function storableIdentifiers(request: HoldRequest): string {
  return JSON.stringify(request.identifiers, (_key, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  );
}
