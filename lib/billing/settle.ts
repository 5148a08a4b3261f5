import type { Span } from '@opentelemetry/api';
import { isRefusedStatement, type Sql } from '@/db/client';
import type { SubmitOptions } from '@/lib/base/process/batch';
import { DeadlineError, within } from '@/lib/base/time/deadline';
import type { chargeOf, EndingWord } from '@/lib/contract/ending';
import type { Responsible } from '@/lib/contract/failures';
import { type Hold, PATIENCE_MS } from './hold';
import { createLanes, type RunOptions } from './lanes';
import { settleAlone, settleTogether } from './settle-statements';

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
