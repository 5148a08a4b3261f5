import type { Span } from '@opentelemetry/api';
import { isRefusedStatement, type Sql } from '@/db/client';
import type { SubmitOptions } from '@/lib/base/process/batch';
import { DeadlineError, within } from '@/lib/base/time/deadline';
import type { chargeOf, EndingWord } from '@/lib/contract/ending';
import type { Responsible } from '@/lib/contract/failures';
import { type Hold, PATIENCE_MS } from './hold';
import { BUSY, createLanes, type RunOptions } from './lanes';
import { lockedAmong } from './lock-account';

/** What a query costs: the tariff of its reservation, a charge of zero, or no charge. */
export type Charge = ReturnType<typeof chargeOf>;

export interface Settlement {
  readonly hold: Hold;
  readonly estado: 'completada' | 'cancelada' | 'interrumpida';
  /** Status of the answer; null when none is sent. */
  readonly status: number | null;
  readonly ending: EndingWord;
  readonly responsible: Responsible;
  readonly cause: string | null;
  readonly charge: Charge;
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

export function createSettle(sql: Sql, options: RunOptions = {}): Settle {
  const submit = createLanes<Settlement, Settled>(
    {
      alone: (settlement) => settleAlone(sql, settlement),
      together: (settlements, locks) => settleTogether(sql, settlements, locks),
    },
    options,
  );
  return (settlement, { deadlineAt = performance.now() + PATIENCE_MS, span } = {}) =>
    submit(settlement, { billed: settlement.hold.billed, deadlineAt, span });
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
  // Not by its time, which the release of a hold from a clock that was ahead changes.
  const rows = await sql<{ estado: string }[]>`
    SELECT estado FROM query_records
    WHERE id = ${hold.queryId} AND integration_id = ${hold.integrationId}`;
  const [record] = rows;
  return record !== undefined && record.estado !== 'interrumpida' ? 'settled' : 'released';
}

/** Charges as numbers, for parameters. */
const PLACES: Readonly<Record<Charge, number>> = { none: 0, zero: 1, tariff: 2 };

interface Fact {
  readonly column: string;
  /** Type of the parameter, whose array `db/client.ts` knows. */
  readonly type: 'int' | 'int2' | 'text';
  readonly of: (settlement: Settlement) => string | number | null;
  /** Expression that the record stores instead of the parameter. */
  readonly stored?: string;
}

/**
 * Lists the columns that a settlement adds to the record of a query. Both statements and the insert
 * are made from it once per process, so that their texts stay the same and are prepared once.
 */
const FACTS: readonly Fact[] = [
  { column: 'estado', type: 'text', of: (s) => s.estado },
  { column: 'status', type: 'int2', of: (s) => s.status },
  { column: 'ending', type: 'text', of: (s) => s.ending },
  { column: 'responsible', type: 'text', of: (s) => s.responsible },
  { column: 'cause', type: 'text', of: (s) => s.cause },
  { column: 'duration_ms', type: 'int', of: (s) => s.durationMs },
  { column: 'source_ms', type: 'int', of: (s) => s.sourceMs },
  {
    column: 'steps_ms',
    type: 'text',
    of: (s) => `{${s.stepsMs.join(',')}}`,
    stored: "nullif(steps_ms::real[], '{}')",
  },
];
const COLUMNS = FACTS.map(({ column }) => column).join(', ');
const NAMES = template(COLUMNS);
const STORED = FACTS.map(({ column, stored = column }) => stored).join(', ');
const OF_ONE = template(FACTS.map(({ column, type }) => `?::${type} AS ${column}`).join(', '));
const OF_MANY = template(FACTS.map(({ type }) => `?::${type}[]`).join(', '));

/** Makes a text a template of a statement, with a parameter for each `?`. */
function template(text: string): TemplateStringsArray {
  const strings = text.split('?');
  return Object.assign(strings, { raw: strings });
}

/**
 * Settles all waiting queries in one statement. A hold can be deleted only once, so its charge,
 * ledger entry and record happen only once. Statistics count the query in the same statement. Ledger
 * numbers and balances continue from the locked account.
 * Outputs follow the order of the inputs, not the queries: a late answer and the release of the
 * same hold may wait together, and only one of them takes effect. A hold is looked up as a member of
 * an array: for an equality, PostgreSQL may read the whole index, dead holds included, when the last
 * vacuum found the table empty.
 */
export async function settleTogether(
  sql: Sql,
  settlements: readonly Settlement[],
  locks: 'wait' | 'skip',
): Promise<readonly (Settled | typeof BUSY)[]> {
  const billed = settlements.flatMap(({ hold }) => (hold.billed ? [hold.integrationId] : []));
  const rows = await sql<{ taken: number | null; locked: number | null }[]>`
    WITH dated AS (
      SELECT *, clock_timestamp() AS moment FROM (
        SELECT integration_id, saldo, reservado, ledger_seq, spent_on, spent_day, spent_month
        FROM accounts WHERE ${lockedAmong(sql, billed, locks)}
      ) locked
    ), settled AS (
      DELETE FROM holds h
      USING (${inputRows(sql, settlements)}) i
        LEFT JOIN dated l ON l.integration_id = i.of_integration
      WHERE h.query_id = ANY (ARRAY[i.of_query])
        AND h.integration_id IS NOT DISTINCT FROM i.of_integration
        AND (i.billed = 0 OR l.integration_id IS NOT NULL)
      RETURNING h.*, i.*, i.charge > 0 AS charged_now,
        CASE i.charge WHEN ${PLACES.tariff} THEN h.amount ELSE 0 END AS charged,
        l.saldo, l.reservado, l.ledger_seq, l.spent_on, l.spent_day, l.spent_month, l.moment
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, ledger_seq + row_number() OVER account, 'cobro', -charged,
        saldo - sum(charged) OVER account, query_id, created_at, 'consulta', moment
      FROM settled WHERE charged_now
      WINDOW account AS (PARTITION BY integration_id ORDER BY query_id ROWS UNBOUNDED PRECEDING)
    ), lowered AS (
      ${updateAccounts(sql)} (
        SELECT integration_id, min(saldo) AS saldo, min(reservado) AS reservado,
          min(ledger_seq) AS ledger_seq, min(spent_on) AS spent_on, min(spent_day) AS spent_day,
          min(spent_month) AS spent_month, guatemala_date(min(moment)) AS today,
          sum(amount)::bigint AS held, sum(charged)::bigint AS charged,
          count(*) FILTER (WHERE charged_now) AS charges
        FROM settled GROUP BY 1
      ) s WHERE a.integration_id = s.integration_id AND (s.held > 0 OR s.charges > 0)
    ), recorded AS (
      ${sql(INSERT_RECORDS)}
    ), counted AS (
      ${insertCounts(sql)}, count(*), sum(charged), max(created_at)
      FROM settled GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    )
    SELECT ord::int AS taken, NULL::int AS locked FROM settled
    UNION ALL SELECT NULL, integration_id FROM dated`;
  const taken = new Set(rows.map((row) => row.taken));
  const locked = new Set(rows.map((row) => row.locked));
  return settlements.map(({ hold }, index) => {
    if (hold.billed && !locked.has(hold.integrationId)) return BUSY;
    return taken.has(index + 1) ? 'settled' : 'released';
  });
}

/**
 * Settles a charged query that waits alone, as nearly all do, in two thirds of the time. Returns
 * undefined and changes nothing for another ending and when the hold is gone. Locks the account
 * first, as {@link settleTogether} does, so that entries are dated in their order. Must stay a
 * statement that changes data: PostgreSQL sends its rows only when it has ended, so it leaves no
 * holes behind (docs/decisions/0004), which would belie the number of rows. `alone.db.test.ts` proves
 * that both statements have the same effect.
 */
export async function settleAlone(
  sql: Sql,
  settlement: Settlement,
): Promise<'settled' | undefined> {
  const { hold, charge } = settlement;
  if (charge === 'none') return undefined;
  const rows = await sql`
    WITH dated AS (
      SELECT *, clock_timestamp() AS moment FROM (
        SELECT * FROM accounts WHERE integration_id = ${hold.integrationId} FOR NO KEY UPDATE
      ) locked
    ), settled AS (
      DELETE FROM holds h USING dated l
      WHERE h.query_id = ${hold.queryId} AND h.integration_id IS NOT DISTINCT FROM l.integration_id
      RETURNING h.*, ${sql(OF_ONE, ...FACTS.map(({ of }) => of(settlement)))},
        CASE ${PLACES[charge]}::int WHEN ${PLACES.tariff} THEN h.amount ELSE 0 END AS charged,
        l.saldo, l.reservado, l.ledger_seq, l.spent_on, l.spent_day, l.spent_month, l.moment
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, ledger_seq + 1, 'cobro', -charged, saldo - charged, query_id,
        created_at, 'consulta', moment
      FROM settled
    ), lowered AS (
      ${updateAccounts(sql)} (
        SELECT *, guatemala_date(moment) AS today, amount AS held, 1 AS charges FROM settled
      ) s WHERE a.integration_id = s.integration_id
    ), recorded AS (
      ${sql(INSERT_RECORDS)}
    ), counted AS (
      ${insertCounts(sql)}, 1, charged, created_at FROM settled
    )
    SELECT FROM settled`;
  return rows.length === 1 ? 'settled' : undefined;
}

/** Updates accounts to the totals of their settlements, which follow. */
function updateAccounts(sql: Sql) {
  return sql`
      UPDATE accounts a SET saldo = s.saldo - s.charged, reservado = s.reservado - s.held,
        ledger_seq = s.ledger_seq + s.charges, spent_on = s.today,
        spent_day = s.charged + CASE WHEN s.spent_on = s.today THEN s.spent_day ELSE 0 END,
        spent_month = s.charged + CASE WHEN date_trunc('month', s.spent_on::timestamp)
          = date_trunc('month', s.today::timestamp) THEN s.spent_month ELSE 0 END
      FROM`;
}

const INSERT_RECORDS = template(`
      INSERT INTO query_records (${COLUMNS}, id, integration_id, credential_id, lookup, charged,
        identifiers, identifier_keys, request_id, created_at)
      SELECT ${STORED}, query_id, integration_id, credential_id, lookup, charged,
        identifiers, identifier_keys, request_id, created_at
      FROM settled`);

/** Inserts counts by these facets of the query. The totals follow. */
function insertCounts(sql: Sql) {
  return sql`
      INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending, responsible,
        status, latency, queries, charged, last_at)
      SELECT date_trunc('hour', created_at, 'UTC'), integration_id, credential_id, lookup, ending,
        responsible, coalesce(status, 0), latency_bucket(duration_ms)`;
}

function inputRows(sql: Sql, settlements: readonly Settlement[]) {
  return sql`
    SELECT * FROM unnest(
      ${settlements.map((s) => s.hold.queryId)}::uuid[],
      ${settlements.map((s) => s.hold.integrationId)}::int[],
      ${settlements.map((s) => Number(s.hold.billed))}::int[],
      ${settlements.map((s) => PLACES[s.charge])}::int[],
      ${sql(OF_MANY, ...FACTS.map(({ of }) => settlements.map(of)))}
    ) WITH ORDINALITY AS i(of_query, of_integration, billed, charge, ${sql(NAMES)}, ord)`;
}
