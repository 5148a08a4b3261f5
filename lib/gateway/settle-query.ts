import { within } from '@/lib/base/time/deadline';
import type { Hold } from '@/lib/billing/hold';
import { type Settlement, settleUntil } from '@/lib/billing/settle';
import { markUndelivered } from '@/lib/billing/undelivered';
import { chargeOf } from '@/lib/contract/ending';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import { endingOf, failed, type Outcome } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { time } from './trace';
import type { Verdict } from './verdict';

export interface SourceAnswer {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly sourceMs: number;
}

/** Charges, records and releases the hold. Returns the outcome to send. */
export async function settle(
  hold: Hold,
  answer: SourceAnswer,
  settleBy: number,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  const settlement = settlementOf(hold, answer, call, gateway);
  const { span } = call.trace;
  const settling = settleUntil(gateway.sql, gateway.settle, settlement, settleBy, span);
  const settled = await time(call.trace, 'settle', settling);
  switch (settled) {
    case 'settled':
      if (settlement.charge === 'tariff' && !call.trace.repeated) call.trace.charged = true;
      return answer.outcome;
    case 'released':
      return failed('interrupted');
    case 'unknown':
      return unresolved(answer, settlement, gateway);
  }
}

/** How long the 500 waits until its charge is marked to be returned. */
const NOTE_MS = 1_000;

/**
 * Decides what to send when it is unknown whether the query was settled. A failure of the source
 * or of ours costs nothing either way, so it is sent. The query is settled later, or its hold
 * expires.
 */
async function unresolved(
  { outcome, verdict }: SourceAnswer,
  settlement: Settlement,
  { settle, sql, log }: Gateway,
): Promise<Outcome> {
  if (outcome.kind === 'failed') {
    if (verdict.status < 500) return failed('unresolved');
    void settle(settlement).catch(() => undefined);
    return outcome;
  }
  const { queryId, billed } = settlement.hold;
  if (!billed) return failed('unresolved');
  const marking = markUndelivered(sql, queryId);
  marking.catch((err: unknown) => log.error({ event: 'charge_in_doubt', queryId, err }));
  // Marking continues after the wait.
  await within(performance.now() + NOTE_MS, marking).catch(() => undefined);
  return failed('unresolved');
}

function settlementOf(
  hold: Hold,
  { outcome, verdict, sourceMs }: SourceAnswer,
  call: Call,
  { env: { chargeEmptyAnswers } }: Gateway,
): Settlement {
  const { ending, responsible, status, cause = null } = verdict;
  const isGone = ending === 'client_gone';
  return {
    hold,
    estado: isGone ? 'cancelada' : 'completada',
    status: isGone ? null : status,
    ending,
    responsible,
    cause,
    charge: chargeOf(endingOf(outcome), { billed: hold.billed, chargeEmptyAnswers }),
    durationMs: Math.round(performance.now() - call.startedAt),
    sourceMs,
    stepsMs: RECORDED_STEPS.map((step) => call.trace.stepsMs[step] ?? 0),
  };
}
