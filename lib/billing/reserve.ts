import type { Sql } from '@/db/client';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';
import { HOLD_LIFETIME_S, type Hold, PATIENCE_MS, type Query, type TimeLimit } from './hold';
import { BUSY, createLanes } from './lanes';
import { releaseExpired } from './release-expired';
import type { Settle } from './settle';

/** First phase: sets the cost aside. `undefined` when the balance does not cover it (402). */
export type Reserve = (request: Query, limits?: TimeLimit) => Promise<Hold | undefined>;

type Verdict = Hold | 'refused' | 'refused_with_expired_holds';

interface Row {
  readonly query_id: string;
  readonly busy: boolean;
  readonly created_at: string | null;
  readonly expired_holds: boolean | null;
}

/**
 * Two-phase billing, phase one. Holds left behind by a process that died are released when they
 * stand in the way, so that they never cost an integration more than one statement.
 */
export function createReserve(sql: Sql, settle: Settle): Reserve {
  const submit = createLanes<Query, Verdict>((requests, locks) =>
    reserveTogether(sql, requests, locks),
  );
  return async (request, { deadlineAt = performance.now() + PATIENCE_MS } = {}) => {
    const options = { billed: isBilled(request), deadlineAt };
    const verdict = await submit(request, options);
    if (verdict === 'refused') return undefined;
    if (verdict !== 'refused_with_expired_holds') return verdict;
    await releaseExpired(sql, settle, request.integrationId);
    const second = await submit(request, options);
    return typeof second === 'string' ? undefined : second;
  };
}

/**
 * One statement for all that wait. Accounts are locked in order of id, so instances cannot block
 * each other in a circle; each account admits as many, in order of arrival, as it covers: available
 * must be above zero and not below the tariff of this moment. No `ON CONFLICT`: it would raise
 * `reservado` without a hold. The account's new values are all taken from the locked row: a CHECK is
 * first evaluated on the statement's snapshot, which a top-up may have left behind.
 */
async function reserveTogether(
  sql: Sql,
  requests: readonly Query[],
  locks: 'wait' | 'skip',
): Promise<(Verdict | typeof BUSY)[]> {
  const rows = await sql<Row[]>`
    WITH input AS (${inputRows(sql, requests)}), ${lockedAccounts(sql, locks)}, priced AS (
      SELECT i.*, l.saldo, l.reservado, l.disponible, l.moment,
        i.billed AND l.integration_id IS NULL AS busy, CASE WHEN i.paid THEN l.tarifa ELSE 0 END AS amount,
        sum(CASE WHEN i.paid THEN l.tarifa ELSE 0 END)
          OVER (PARTITION BY i.integration_id ORDER BY i.ord) AS running
      FROM input i LEFT JOIN tariffed l ON l.integration_id = i.integration_id
    ), admitted AS (
      SELECT * FROM priced
      WHERE NOT busy AND (NOT paid OR (running <= disponible AND running - amount < disponible))
    ), held AS (
      INSERT INTO holds (query_id, integration_id, credential_id, lookup, amount, identifiers,
        identifier_keys, request_id, created_at, expires_at)
      SELECT query_id, integration_id, credential_id, lookup, amount, identifiers::bytea,
        identifier_keys::bigint[], request_id, coalesce(moment, clock_timestamp()),
        clock_timestamp() + make_interval(secs => ${HOLD_LIFETIME_S})
      FROM admitted
      RETURNING query_id, created_at
    ), raised AS (
      UPDATE accounts a SET saldo = s.saldo, reservado = s.reservado + s.amount
      FROM (
        SELECT integration_id, min(saldo) AS saldo, min(reservado) AS reservado,
          sum(amount)::bigint AS amount
        FROM admitted GROUP BY 1
      ) s
      WHERE a.integration_id = s.integration_id AND s.amount > 0
    )
    SELECT i.query_id, i.busy, h.created_at::text AS created_at,
      CASE WHEN h.query_id IS NULL THEN EXISTS (
        SELECT FROM holds e WHERE e.integration_id = i.integration_id
          AND e.expires_at <= clock_timestamp()) END AS expired_holds
    FROM priced i LEFT JOIN held h USING (query_id)`;
  const byQuery = new Map(rows.map((row) => [row.query_id, row]));
  return requests.map((request) => verdictOf(request, byQuery.get(request.queryId)));
}

/**
 * The moment is read once, behind the lock (in its own SELECT it would be read before the wait), and
 * dates the hold: so a query's tariff is always the one in force at its date.
 */
function lockedAccounts(sql: Sql, locks: 'wait' | 'skip') {
  return sql`
    locked AS MATERIALIZED (
      SELECT integration_id, saldo, reservado, tarifa, next_tarifa, next_tarifa_at FROM accounts
      WHERE integration_id IN (SELECT integration_id FROM input WHERE billed)
      ORDER BY integration_id FOR NO KEY UPDATE ${locks === 'skip' ? sql`SKIP LOCKED` : sql``}
    ), dated AS MATERIALIZED (
      SELECT *, clock_timestamp() AS moment FROM locked
    ), tariffed AS (
      SELECT integration_id, saldo, reservado, saldo - reservado AS disponible, moment,
        CASE WHEN next_tarifa_at <= moment THEN next_tarifa ELSE tarifa END AS tarifa
      FROM dated
    )`;
}

function inputRows(sql: Sql, requests: readonly Query[]) {
  return sql`
    SELECT *, billed AND free = 0 AS paid FROM (SELECT *, lookup = ANY(${[...BILLED_LOOKUPS]}::text[]) AS billed FROM unnest(
      ${requests.map((r) => r.queryId)}::uuid[], ${requests.map((r) => r.integrationId)}::int[],
      ${requests.map((r) => r.credentialId)}::int[], ${requests.map((r) => r.lookup)}::text[],
      ${requests.map(({ identifiers }) => `\\x${identifiers.box.toString('hex')}`)}::text[],
      ${requests.map(({ identifiers }) => `{${identifiers.keys.join(',')}}`)}::text[],
      ${requests.map((r) => r.requestId)}::text[], ${requests.map((r) => Number(r.free ?? false))}::int[]
    ) WITH ORDINALITY AS i(query_id, integration_id, credential_id, lookup, identifiers,
      identifier_keys, request_id, free, ord)) AS i`;
}

function verdictOf(request: Query, row: Row | undefined): Verdict | typeof BUSY {
  const { queryId, integrationId } = request;
  if (row?.busy) return BUSY;
  if (row?.created_at) {
    return { queryId, integrationId, billed: isBilled(request), createdAt: row.created_at };
  }
  return row?.expired_holds ? 'refused_with_expired_holds' : 'refused';
}

function isBilled({ lookup }: Query): boolean {
  return BILLED_LOOKUPS.includes(lookup);
}
