import type { Hold } from '@/lib/billing/hold';
import { type Settlement, settleUntil } from '@/lib/billing/settle';
import { markUndelivered } from '@/lib/billing/undelivered';
import { failureAnswers } from '@/lib/contract/failures';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import { failed, type Outcome } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { time } from './trace';

export interface SourceAnswer {
  readonly outcome: Outcome;
  readonly sourceMs: number;
}

interface Settling {
  readonly lookup: Lookup;
  readonly call: Call;
  readonly gateway: Gateway;
}

/** Charges, records and releases the hold. Returns the outcome to send. */
export async function settle(
  hold: Hold,
  answer: SourceAnswer,
  settleBy: number,
  { lookup, call, gateway }: Settling,
): Promise<Outcome> {
  const settlement = settlementOf(hold, answer, lookup, call);
  const { span } = call.trace;
  const settling = settleUntil(gateway.sql, gateway.settle, settlement, settleBy, span);
  const settled = await time(call.trace, 'settle', settling);
  switch (settled) {
    case 'settled':
      return answer.outcome;
    case 'released':
      return failed('interrupted');
    case 'unknown':
      return unresolved(answer.outcome, settlement, gateway);
  }
}

/** How long the 500 waits until its charge is marked to be returned. */
const NOTE_MS = 1_000;

/**
 * Decides what to send when it is unknown whether the query was settled. A source that did not
 * answer costs nothing either way, so that failure is sent. The query is settled later, or its hold
 * expires.
 */
async function unresolved(
  outcome: Outcome,
  settlement: Settlement,
  { settle, sql, log }: Gateway,
): Promise<Outcome> {
  if (outcome.kind === 'failed') {
    if (outcome.failure !== 'source_unavailable') return failed('unresolved');
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
  { outcome, sourceMs }: SourceAnswer,
  lookup: Lookup,
  call: Call,
): Settlement {
  const timing = {
    durationMs: Math.round(performance.now() - call.startedAt),
    sourceMs,
    stepsMs: RECORDED_STEPS.map((step) => call.trace.stepsMs[step] ?? 0),
  };
  if (outcome.kind === 'answered') {
    const { status, outcome: found } = outcome;
    return { hold, estado: 'completada', status, outcome: found, cause: null, ...timing };
  }
  const { failure, cause = null } = outcome;
  if (failure === 'client_gone') {
    return { hold, estado: 'cancelada', status: null, outcome: failure, cause, ...timing };
  }
  const { family } = lookupFacts[lookup];
  const { status } = failureAnswers[family][failure];
  return { hold, estado: 'completada', status, outcome: failure, cause, ...timing };
}
