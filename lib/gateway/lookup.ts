import { v7 as uuidv7 } from 'uuid';
import type { Hold, HoldRequest, SealedIdentifiers } from '@/lib/billing/hold';
import { interrupted } from '@/lib/billing/release-expired';
import { settleUntil } from '@/lib/billing/settle';
import { failureAnswers } from '@/lib/contract/errors';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { addressKey } from '@/lib/limits/address';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import type { Answer } from '@/lib/sources/answer';
import type { LookupDefinition } from '@/lib/sources/definition';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { type Outcome, refused, type Trace } from './outcome';
import { addReceipt } from './receipt';
import { Steps } from './steps';
import { underKey } from './under-key';

/**
 * The story of a query, from headers to answer. The order of the checks is part of what integrators
 * may rely on: method, address, credentials, flag, rate, body, balance, and only then the source.
 * No transaction is open while the source is asked.
 */
export async function lookup<Query>(
  definition: LookupDefinition<Query>,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  const { family, flag } = lookupFacts[definition.lookup];
  const { limits, env } = gateway;
  const { trace } = call;
  const steps = new Steps(trace.stepsMs);

  if (call.method !== 'POST') return refused('method_not_allowed');
  const address = addressKey(call, env.trustedProxyHops);
  const global = await steps.time('global', limits.global.spend(address));
  if (!global.allowed) return refused('global_limit');

  const authentication = await steps.time(
    'credentials',
    within(call.deadlineAt, gateway.authenticate(call.credentials)),
  );
  if (authentication.kind === 'missing') return refused('credentials_missing');
  if (authentication.kind === 'unknown') return refused('credentials_unknown');
  const { integration } = authentication;
  trace.integration = integration.nombre;
  trace.integrationId = integration.id;
  const counter = String(integration.id);
  if (!integration.flags[flag]) {
    trace.limit = await limits[family].peek(counter);
    return refused('not_enabled');
  }

  trace.limit = await steps.time('limit', limits[family].spend(counter));
  if (!trace.limit.allowed) return refused('rate_limit');

  const body = await steps.time('body', within(call.deadlineAt, call.readBody()));
  if (typeof body === 'string') return refused(body);
  const parsed = definition.parse(body.json);
  if (!parsed.ok) return refused(parsed.failure);
  if (call.signal.aborted) return refused('client_gone');

  const identifiers = gateway.vault.seal(definition.identifiers(parsed.request));
  const query = holdRequest(definition.lookup, integration, identifiers, trace);
  const make = (request: HoldRequest) =>
    makeQuery(definition, parsed.request, request, call, gateway);
  const outcome = await underKey(query, parsed.request, call, gateway, make);
  if (integration.receiptsEnabled) await addReceipt(query, call, gateway);
  return outcome;
}

/** The query itself, between its two phases. */
async function makeQuery<Query>(
  definition: LookupDefinition<Query>,
  query: Query,
  request: HoldRequest,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  const steps = new Steps(call.trace.stepsMs);
  const hold = await steps.time('reserve', reserveInTime(call, gateway, request));
  if (hold === undefined) return refused('no_balance');
  call.trace.held = true;
  const outcome = await steps.time('source', ask(definition, query, call, gateway));
  return steps.time('settle', settled(definition, hold, outcome, call, gateway));
}

function holdRequest(
  lookup: Lookup,
  { id, credentialId }: AuthenticatedIntegration,
  identifiers: SealedIdentifiers,
  trace: Trace,
): HoldRequest {
  const queryId = uuidv7();
  trace.queryId = queryId;
  const { requestId } = trace;
  return {
    queryId,
    integrationId: id,
    credentialId,
    lookup,
    identifiers,
    requestId,
  };
}

/** A reservation that comes when nobody waits for it any more is given back at once. */
async function reserveInTime(
  { deadlineAt }: Call,
  { reserve, settle }: Gateway,
  request: HoldRequest,
): Promise<Hold | undefined> {
  const reservation = reserve(request, { deadlineAt });
  try {
    return await within(deadlineAt, reservation);
  } catch (error) {
    reservation
      .then((late) => late && settle(interrupted(late)))
      .catch(() => 'its hold expires instead');
    throw error;
  }
}

/** Asks the source within what is left of the ceiling, less the time kept for settling. */
async function ask<Query>(
  definition: LookupDefinition<Query>,
  query: Query,
  call: Call,
  { env, pool }: Gateway,
): Promise<Outcome> {
  try {
    const timeoutMs = call.deadlineAt - performance.now() - settleBudgetMs(env.sourceTimeoutMs);
    const { signal, trace } = call;
    const limits = { timeoutMs, signal, requestId: trace.requestId };
    const answer = await definition.ask(pool, definition.address(env), query, limits);
    if (answer.kind === 'failed') trace.cause = answer.cause;
    return call.signal.aborted ? refused('client_gone') : outcomeOf(answer);
  } catch (error) {
    // A defect of ours, while the answer was read or written: never a charge.
    call.trace.error = error;
    return refused('failure');
  }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'client_gone') return refused('client_gone');
  if (answer.kind === 'failed') return refused(answer.failure);
  return answer;
}

/** Charges, records and lets go; only then may the answer leave. */
async function settled<Query>(
  definition: LookupDefinition<Query>,
  hold: Hold,
  outcome: Outcome,
  call: Call,
  { sql, settle }: Gateway,
): Promise<Outcome> {
  const gone = outcome.kind === 'refused' && outcome.failure === 'client_gone';
  const { family } = lookupFacts[definition.lookup];
  const status =
    outcome.kind === 'found' ? outcome.status : failureAnswers[family][outcome.failure].status;
  const settlement = {
    hold,
    estado: gone ? 'cancelada' : 'completada',
    status: gone ? null : status,
    outcome: outcome.kind === 'found' ? 'found' : outcome.failure,
    cause: call.trace.cause ?? null,
    durationMs: Math.round(performance.now() - call.startedAt),
    sourceMs: Math.round(call.trace.stepsMs.source ?? 0),
    stepsMs: RECORDED_STEPS.map((step) => call.trace.stepsMs[step] ?? 0),
  } as const;
  switch (await settleUntil(sql, settle, settlement, call.deadlineAt)) {
    case 'settled':
      return outcome;
    case 'released':
      return refused('interrupted');
    case 'unknown':
      return refused('unresolved');
  }
}

const MAX_SETTLE_BUDGET_MS = 2_000;
const SETTLE_SHARE = 0.2;

/** Kept back from a query's ceiling, so that a slow source leaves time to settle. */
function settleBudgetMs(ceilingMs: number): number {
  return Math.min(MAX_SETTLE_BUDGET_MS, ceilingMs * SETTLE_SHARE);
}
