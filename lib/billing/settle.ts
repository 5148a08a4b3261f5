import type { Span } from '@opentelemetry/api';
import { isRefusedStatement, type Sql } from '@/db/client';
import type { SubmitOptions } from '@/lib/batch';
import type { Found } from '@/lib/contract/found';
import { DeadlineError, within } from '@/lib/deadline';
import { type Hold, PATIENCE_MS } from './hold';
import { BUSY, createLanes, type RunOptions } from './lanes';

export interface Settlement {
  readonly hold: Hold;
  readonly estado: 'completada' | 'cancelada' | 'interrumpida';
  /** Status of the answer; null when none is sent. */
  readonly status: number | null;
  readonly outcome: string;
  /** One word on why the source failed. */
  readonly cause: string | null;
  readonly durationMs: number | null;
  readonly sourceMs: number | null;
  /** Milliseconds of the steps so far, in the record's order; empty when unknown. */
  readonly stepsMs: readonly number[];
}

/**
 * `settled`: recorded, and charged if due. `released`: the hold had expired and was released, so
 * nothing may be charged any more.
 */
export type Settled = 'settled' | 'released';

/** Settles a query: the second phase. If the connection breaks, it may have settled. */
export type Settle = (settlement: Settlement, options?: SubmitOptions) => Promise<Settled>;

interface SettleOptions extends RunOptions {
  /** Whether a catalog's 200 without content costs the tariff. Otherwise it is charged at zero. */
  readonly chargeEmptyAnswers?: boolean;
}

export function createSettle(
  sql: Sql,
  { chargeEmptyAnswers = true, ...options }: SettleOptions = {},
): Settle {
  const freeOutcome = chargeEmptyAnswers ? '' : ('found_empty' satisfies Found);
  const submit = createLanes<Settlement, Settled>(
    (settlements, locks) => settleTogether(sql, settlements, locks, freeOutcome),
    options,
  );
  return (settlement, { deadlineAt = performance.now() + PATIENCE_MS, span } = {}) =>
    submit(settlement, { billed: settlement.hold.billed, deadlineAt, span });
}

/**
 * Settles all waiting queries in one statement. A hold can be deleted only once, so its charge,
 * ledger entry and record happen only once. Only a `completada` with status 200 of a billed lookup
 * is charged, at the tariff of its reservation, or at zero with `freeOutcome`. Statistics count the
 * query in the same statement. Ledger numbers and balances continue from the locked account.
 * Outputs follow the order of the inputs, not the queries: a late answer and the release of the
 * same hold may wait together, and only one of them takes effect.
 */
async function settleTogether(
  sql: Sql,
  settlements: readonly Settlement[],
  locks: 'wait' | 'skip',
  freeOutcome: string,
): Promise<readonly (Settled | typeof BUSY)[]> {
  const billed = settlements.flatMap(({ hold }) => (hold.billed ? [hold.integrationId] : []));
  const rows = await sql<{ taken: number | null; locked: number | null }[]>`
    WITH dated AS (
      SELECT *, clock_timestamp() AS moment FROM (
        SELECT integration_id, saldo, reservado, ledger_seq, spent_on, spent_day, spent_month
        FROM accounts WHERE integration_id = ANY(${billed}::int[])
        ORDER BY integration_id FOR NO KEY UPDATE ${locks === 'skip' ? sql`SKIP LOCKED` : sql``}
      ) locked
    ), settled AS (
      DELETE FROM holds h
      USING (${inputRows(sql, settlements)}) i
        LEFT JOIN dated l ON l.integration_id = i.integration_id
      WHERE h.query_id = i.query_id AND h.integration_id = i.integration_id
        AND (i.billed = 0 OR l.integration_id IS NOT NULL)
      RETURNING h.*, i.ord::int, i.estado, i.status, i.outcome, i.cause, i.duration_ms, i.source_ms,
        i.steps_ms, i.charged = 1 AS charged_now,
        CASE WHEN i.charged = 1 AND i.outcome <> ${freeOutcome} THEN h.amount ELSE 0 END AS charged,
        l.saldo, l.reservado, l.ledger_seq, l.spent_on, l.spent_day, l.spent_month, l.moment
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, ledger_seq + row_number() OVER account, 'cobro', -charged,
        saldo - sum(charged) OVER account, query_id, created_at, 'consulta', moment
      FROM settled WHERE charged_now
      WINDOW account AS (PARTITION BY integration_id ORDER BY query_id ROWS UNBOUNDED PRECEDING)
    ), lowered AS (
      UPDATE accounts a SET saldo = s.saldo - s.charged, reservado = s.reservado - s.held,
        ledger_seq = s.ledger_seq + s.charges, spent_on = s.today,
        spent_day = s.charged + CASE WHEN s.spent_on = s.today THEN s.spent_day ELSE 0 END,
        spent_month = s.charged + CASE WHEN date_trunc('month', s.spent_on::timestamp)
          = date_trunc('month', s.today::timestamp) THEN s.spent_month ELSE 0 END
      FROM (
        SELECT integration_id, min(saldo) AS saldo, min(reservado) AS reservado,
          min(ledger_seq) AS ledger_seq, min(spent_on) AS spent_on, min(spent_day) AS spent_day,
          min(spent_month) AS spent_month, guatemala_date(min(moment)) AS today,
          sum(amount)::bigint AS held, sum(charged)::bigint AS charged,
          count(*) FILTER (WHERE charged_now) AS charges
        FROM settled GROUP BY 1
      ) s WHERE a.integration_id = s.integration_id AND (s.held > 0 OR s.charges > 0)
    ), recorded AS (
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, outcome,
        cause, duration_ms, source_ms, steps_ms, charged, identifiers, identifier_keys, request_id,
        created_at)
      SELECT query_id, integration_id, credential_id, lookup, estado, status, outcome,
        cause, duration_ms, source_ms, nullif(steps_ms::real[], '{}'), charged, identifiers,
        identifier_keys, request_id, created_at
      FROM settled
    ), counted AS (
      INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, outcome, status,
        latency, queries, charged, last_at)
      SELECT date_trunc('hour', created_at, 'UTC'), integration_id, credential_id, lookup, outcome,
        coalesce(status, 0), latency_bucket(duration_ms), count(*), sum(charged), max(created_at)
      FROM settled GROUP BY 1, 2, 3, 4, 5, 6, 7
    )
    SELECT ord AS taken, NULL::int AS locked FROM settled
    UNION ALL SELECT NULL, integration_id FROM dated`;
  const taken = new Set(rows.map((row) => row.taken));
  const locked = new Set(rows.map((row) => row.locked));
  return settlements.map(({ hold }, index) => {
    if (hold.billed && !locked.has(hold.integrationId)) return BUSY;
    return taken.has(index + 1) ? 'settled' : 'released';
  });
}

function inputRows(sql: Sql, settlements: readonly Settlement[]) {
  return sql`
    SELECT * FROM unnest(
      ${settlements.map((s) => s.hold.queryId)}::uuid[],
      ${settlements.map((s) => s.hold.integrationId)}::int[],
      ${settlements.map((s) => Number(s.hold.billed))}::int[],
      ${settlements.map((s) => Number(s.hold.billed && s.status === 200))}::int[],
      ${settlements.map((s) => s.estado)}::text[], ${settlements.map((s) => s.status)}::int2[],
      ${settlements.map((s) => s.outcome)}::text[], ${settlements.map((s) => s.cause)}::text[],
      ${settlements.map((s) => s.durationMs)}::int[],
      ${settlements.map((s) => s.sourceMs)}::int[],
      ${settlements.map((s) => `{${s.stepsMs.join(',')}}`)}::text[]
    ) WITH ORDINALITY AS i(query_id, integration_id, billed, charged, estado, status, outcome,
      cause, duration_ms, source_ms, steps_ms, ord)`;
}

const RETRY_PAUSE_MS = 50;

/**
 * Settles until `deadlineAt`. When the result of an attempt is unknown (the connection broke, the
 * server stopped), tries again: if the hold still exists it is settled now, otherwise the record
 * shows what happened. Returns `unknown` when the time ends without a result.
 */
export async function settleUntil(
  sql: Sql,
  settle: Settle,
  settlement: Settlement,
  deadlineAt: number,
  span?: Span,
): Promise<Settled | 'unknown'> {
  let uncertain = false;
  for (;;) {
    try {
      const outcome = await within(deadlineAt, settle(settlement, { deadlineAt, span }));
      if (outcome === 'settled' || !uncertain) return outcome;
      return await within(deadlineAt, recordedOutcome(sql, settlement.hold));
    } catch (error) {
      if (error instanceof DeadlineError) return 'unknown';
      if (!isRefusedStatement(error)) uncertain = true;
    }
    const pauseMs = Math.min(RETRY_PAUSE_MS, deadlineAt - performance.now());
    if (pauseMs <= 0) return 'unknown';
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Reads from the record whether the query was settled before, or released as expired. */
async function recordedOutcome(sql: Sql, hold: Hold): Promise<Settled> {
  // As text: the library would cut a timestamp to milliseconds, and find no record.
  const rows = await sql<{ estado: string }[]>`
    SELECT estado FROM query_records
    WHERE id = ${hold.queryId} AND created_at = ${hold.createdAt}::text::timestamptz
      AND integration_id = ${hold.integrationId}`;
  const [record] = rows;
  return record !== undefined && record.estado !== 'interrumpida' ? 'settled' : 'released';
}
