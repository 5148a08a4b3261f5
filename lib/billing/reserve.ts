import type { Sql } from '@/db/client';
import type { SubmitOptions } from '@/lib/base/process/batch';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';
import { HOLD_LIFETIME_S, type Hold, PATIENCE_MS, type Query } from './hold';
import { BUSY, createLanes, type RunOptions } from './lanes';
import { lockedAmong } from './lock-account';
import { releaseExpired } from './release-expired';
import type { Settle } from './settle';

/** Why a cost was not reserved: the balance, or a spending cap of the integration. */
export type Uncovered = 'no_balance' | 'spending_cap';

/**
 * Reserves the cost of a query, the first phase. Returns why the account does not cover it (402),
 * and `stale` when its credentials have changed.
 */
export type Reserve = (
  query: Query,
  options?: SubmitOptions,
) => Promise<Hold | 'stale' | Uncovered>;

type Reservation = Hold | 'stale' | { readonly refused: Uncovered; readonly expiredHolds: boolean };

/** Creates {@link Reserve}. Releases the expired holds of dead processes before it refuses. */
export function createReserve(sql: Sql, settle: Settle, options: RunOptions = {}): Reserve {
  const submit = createLanes<Query, Reservation>(
    {
      alone: (query) => reserveAlone(sql, query),
      together: (queries, locks) => reserveTogether(sql, queries, locks),
    },
    options,
  );
  return async (query, { deadlineAt = performance.now() + PATIENCE_MS, span } = {}) => {
    const options = { billed: isBilled(query), deadlineAt, span };
    const reservation = await submit(query, options);
    if (typeof reservation === 'string' || !('refused' in reservation)) return reservation;
    if (!reservation.expiredHolds) return reservation.refused;
    await releaseExpired(sql, settle, query.integrationId);
    const second = await submit(query, options);
    return typeof second === 'object' && 'refused' in second ? second.refused : second;
  };
}

interface Row {
  readonly query_id: string;
  readonly stale: boolean;
  readonly busy: boolean;
  readonly created_at: string | null;
  readonly covered: boolean | null;
  readonly expired_holds: boolean | null;
}

/**
 * Reserves all waiting queries in one statement. Locks accounts in order of id, so that instances
 * cannot deadlock. Each account admits as many queries as it covers, in order of arrival: the
 * available balance must be above zero and at least the tariff, and what is spent and held must leave
 * room below the caps. There is no `ON CONFLICT`, which would raise `reservado` without a hold. All
 * new values of an account come from the locked row, because PostgreSQL first evaluates a CHECK on
 * the statement's snapshot, which may be older than a top-up. The version and the caps of an
 * integration come from that snapshot, which is younger than every query in the statement.
 */
export async function reserveTogether(
  sql: Sql,
  queries: readonly Query[],
  locks: 'wait' | 'skip',
): Promise<(Reservation | typeof BUSY)[]> {
  const billed = queries.filter(isBilled).map(({ integrationId }) => integrationId);
  const rows = await sql<Row[]>`
    WITH dated AS MATERIALIZED (
      SELECT *, clock_timestamp() AS moment FROM (
        SELECT integration_id, saldo, reservado, tarifa, next_tarifa, next_tarifa_at, spent_on,
          spent_day, spent_month FROM accounts
        WHERE ${lockedAmong(sql, billed, locks)}
      ) locked
    ), tariffed AS (
      SELECT integration_id, saldo, reservado, saldo - reservado AS disponible, moment,
        CASE WHEN next_tarifa_at <= moment THEN next_tarifa ELSE tarifa END AS tarifa,
        CASE WHEN spent_on = guatemala_date(moment) THEN spent_day ELSE 0 END AS spent_day,
        CASE WHEN date_trunc('month', spent_on::timestamp)
          = date_trunc('month', guatemala_date(moment)::timestamp) THEN spent_month ELSE 0 END
          AS spent_month
      FROM dated
    ), priced AS (
      SELECT i.*, l.saldo, l.reservado, l.disponible,
        coalesce(l.moment, clock_timestamp()) AS created_at,
        least(i.cap_day - l.spent_day, i.cap_month - l.spent_month) - l.reservado AS room,
        i.billed AND l.integration_id IS NULL AS busy,
        CASE WHEN i.paid THEN l.tarifa ELSE 0 END AS amount,
        sum(CASE WHEN i.paid AND NOT i.stale THEN l.tarifa ELSE 0 END) OVER account AS running
      FROM (${inputRows(sql, queries)}) i LEFT JOIN tariffed l USING (integration_id)
      WINDOW account AS (PARTITION BY i.integration_id ORDER BY i.ord ROWS UNBOUNDED PRECEDING)
    ), compared AS (
      SELECT *, NOT paid OR (running <= disponible AND running - amount < disponible) AS covered,
        NOT paid OR room IS NULL OR running <= greatest(room, 0) AS within_caps
      FROM priced
    ), judged AS (
      SELECT *, NOT stale AND NOT busy AND covered AND within_caps AS admitted FROM compared
    ), held AS (
      ${insertHolds(sql)} FROM judged WHERE admitted
    ), raised AS (
      UPDATE accounts a SET saldo = s.saldo, reservado = s.reservado + s.amount
      FROM (
        SELECT integration_id, min(saldo) AS saldo, min(reservado) AS reservado,
          sum(amount)::bigint AS amount
        FROM judged WHERE admitted GROUP BY 1
      ) s
      WHERE a.integration_id = s.integration_id AND s.amount > 0
    )
    SELECT query_id, stale, busy, covered,
      CASE WHEN admitted THEN created_at::text END AS created_at,
      CASE WHEN NOT admitted THEN EXISTS (
        SELECT FROM holds e WHERE e.integration_id = j.integration_id
          AND e.expires_at <= clock_timestamp()) END AS expired_holds
    FROM judged j`;
  const byQuery = new Map(rows.map((row) => [row.query_id, row]));
  return queries.map((query) => reservationOf(query, byQuery.get(query.queryId)));
}

/**
 * Reserves a billed query that waits alone and is admitted, as nearly all are, in half the time.
 * Returns undefined and changes nothing for any other, which {@link reserveTogether} judges. After a
 * wait for the lock, PostgreSQL checks the newest account, and the clock dates the hold later still.
 * Amounts spent on an earlier day or month count too: they only leave more to the other statement.
 * `alone.db.test.ts` proves that both statements have the same effect.
 */
export async function reserveAlone(sql: Sql, query: Query): Promise<Hold | undefined> {
  const { queryId, integrationId, identifiers, access } = query;
  if (query.free || access === null) return undefined;
  const rows = await sql<{ created_at: string }[]>`
    WITH raised AS (
      UPDATE accounts a SET reservado = a.reservado + coalesce(a.next_tarifa, a.tarifa)
      FROM integrations n
      WHERE a.integration_id = ${integrationId} AND n.id = ${integrationId}
        AND n.access_version = ${access.version}
        AND coalesce(${access.expiresAt}::text::timestamptz > clock_timestamp(), true)
        AND coalesce(a.next_tarifa_at <= clock_timestamp(), true)
        AND a.saldo - a.reservado >= greatest(coalesce(a.next_tarifa, a.tarifa), 1)
        AND coalesce(a.reservado + coalesce(a.next_tarifa, a.tarifa) <= least(
          n.cap_day - a.spent_day, n.cap_month - a.spent_month), true)
      RETURNING ${queryId}::uuid AS query_id, a.integration_id,
        ${query.credentialId}::int AS credential_id, ${query.lookup}::text AS lookup,
        coalesce(a.next_tarifa, a.tarifa) AS amount, ${identifiers.box}::bytea AS identifiers,
        ${`{${identifiers.keys.join(',')}}`}::text AS identifier_keys,
        ${query.requestId}::text AS request_id, clock_timestamp() AS created_at
    )
    ${insertHolds(sql)} FROM raised RETURNING created_at::text`;
  const [row] = rows;
  return row && { queryId, integrationId, billed: true, createdAt: row.created_at };
}

/** Inserts holds of rows with these columns. */
function insertHolds(sql: Sql) {
  return sql`
      INSERT INTO holds (query_id, integration_id, credential_id, lookup, amount, identifiers,
        identifier_keys, request_id, created_at, expires_at)
      SELECT query_id, integration_id, credential_id, lookup, amount, identifiers::bytea,
        identifier_keys::bigint[], request_id, created_at,
        created_at + make_interval(secs => ${HOLD_LIFETIME_S})`;
}

function inputRows(sql: Sql, queries: readonly Query[]) {
  return sql`
    SELECT i.query_id, i.integration_id, i.credential_id, i.lookup, i.identifiers,
      i.identifier_keys, i.request_id, i.ord, i.billed = 1 AS billed, i.paid = 1 AS paid,
      n.cap_day, n.cap_month,
      i.version IS NOT NULL AND (n.access_version IS DISTINCT FROM i.version
        OR coalesce(i.expires_at::timestamptz <= clock_timestamp(), false)) AS stale
    FROM unnest(
      ${queries.map((q) => q.queryId)}::uuid[], ${queries.map((q) => q.integrationId)}::int[],
      ${queries.map((q) => q.credentialId)}::int[], ${queries.map((q) => q.lookup)}::text[],
      ${queries.map(({ identifiers }) => `\\x${identifiers.box.toString('hex')}`)}::text[],
      ${queries.map(({ identifiers }) => `{${identifiers.keys.join(',')}}`)}::text[],
      ${queries.map((q) => q.requestId)}::text[], ${queries.map((q) => Number(isBilled(q)))}::int[],
      ${queries.map((q) => Number(isBilled(q) && !q.free))}::int[],
      ${queries.map((q) => q.access?.version ?? null)}::int[],
      ${queries.map((q) => q.access?.expiresAt ?? null)}::text[]
    ) WITH ORDINALITY AS i(query_id, integration_id, credential_id, lookup, identifiers,
      identifier_keys, request_id, billed, paid, version, expires_at, ord)
      LEFT JOIN integrations n ON n.id = i.integration_id`;
}

function reservationOf(query: Query, row: Row | undefined): Reservation | typeof BUSY {
  const { queryId, integrationId } = query;
  if (row?.stale) return 'stale';
  if (row?.busy) return BUSY;
  if (row?.created_at) {
    return { queryId, integrationId, billed: isBilled(query), createdAt: row.created_at };
  }
  const refused = row?.covered ? 'spending_cap' : 'no_balance';
  return { refused, expiredHolds: row?.expired_holds ?? false };
}

function isBilled({ lookup }: Query): boolean {
  return BILLED_LOOKUPS.includes(lookup);
}
