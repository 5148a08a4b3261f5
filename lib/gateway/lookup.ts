import { v7 as uuidv7 } from 'uuid';
import { type Hold, type Query, SETTLE_MS } from '@/lib/billing/hold';
import { interrupted } from '@/lib/billing/release-expired';
import { type Settlement, settleUntil } from '@/lib/billing/settle';
import { failureAnswers } from '@/lib/contract/failures';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { addressKey } from '@/lib/limits/address';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import { type Failed, failed } from '@/lib/sources/answer';
import type { Place } from '@/lib/sources/channel';
import type { SourceVerdict } from '@/lib/sources/circuit-breaker';
import type { LookupDefinition } from '@/lib/sources/definition';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { claim, release } from './idempotency-key';
import type { Outcome } from './outcome';
import { addReceipt } from './receipt';
import { time } from './trace';

/**
 * Answers one request: the checks, then the query. The order of the checks is part of what
 * integrators may rely on: method, address, load, credentials, flag, rate, body, capacity, query.
 */
export async function lookup<Input>(
  definition: LookupDefinition<Input>,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  if (call.method !== 'POST') return failed('method_not_allowed');
  const refusal = await spendGlobalLimit(call, gateway);
  if (refusal !== undefined) return refusal;
  if (gateway.load.overloaded('lookups')) return failed('overloaded', 'load');
  const access = await authorise(definition.lookup, call, gateway);
  if (access.kind === 'failed') return access;
  const body = await readInput(definition, call);
  if (body.kind === 'failed') return body;

  const place = gateway.channels[definition.lookup].admit();
  if (typeof place === 'string') return failed(place);
  try {
    const { integration } = access;
    return await makeQuery({ definition, integration, input: body.input, place, call, gateway });
  } finally {
    place.leave();
  }
}

async function spendGlobalLimit(call: Call, { limits, env }: Gateway): Promise<Failed | undefined> {
  const address = addressKey(call, env.trustedProxyHops);
  const spent = await time(call.trace, 'global', limits.global.spend(address));
  return spent.allowed ? undefined : failed('global_limit');
}

interface Access {
  readonly kind: 'authorised';
  readonly integration: AuthenticatedIntegration;
}

/** Finds out who asks, whether the lookup is enabled for them, and whether their limit allows it. */
async function authorise(
  lookup: Lookup,
  { credentials, deadlineAt, trace }: Call,
  { authenticate, limits }: Gateway,
): Promise<Access | Failed> {
  const authenticating = within(deadlineAt, authenticate(credentials));
  const authentication = await time(trace, 'credentials', authenticating);
  if (authentication.kind === 'missing') return failed('credentials_missing');
  if (authentication.kind === 'unknown') return failed('credentials_unknown');
  const { integration } = authentication;
  trace.integration = integration.nombre;
  trace.integrationId = integration.id;

  const { family, flag } = lookupFacts[lookup];
  const counter = String(integration.id);
  if (!integration.flags[flag]) {
    trace.limit = await limits[family].peek(counter);
    return failed('not_enabled');
  }
  trace.limit = await time(trace, 'limit', limits[family].spend(counter));
  return trace.limit.allowed ? { kind: 'authorised', integration } : failed('rate_limit');
}

interface Body<Input> {
  readonly kind: 'read';
  readonly input: Input;
}

async function readInput<Input>(
  { parse }: LookupDefinition<Input>,
  call: Call,
): Promise<Body<Input> | Failed> {
  const body = await time(call.trace, 'body', within(call.deadlineAt, call.readBody()));
  if (typeof body === 'string') return failed(body);
  const parsed = parse(body.json);
  if (!parsed.ok) return failed(parsed.failure);
  return call.signal.aborted ? failed('client_gone') : { kind: 'read', input: parsed.request };
}

/** All that the steps of a query work on. */
interface Work<Input> {
  readonly definition: LookupDefinition<Input>;
  readonly integration: AuthenticatedIntegration;
  readonly input: Input;
  readonly place: Place;
  readonly call: Call;
  readonly gateway: Gateway;
}

/** Makes the query of a request that passed the checks. */
async function makeQuery<Input>(work: Work<Input>): Promise<Outcome> {
  const { input, integration, call, gateway } = work;
  const query = newQuery(work);
  const claimed = await claim(query, input, call, gateway);
  if (claimed.kind === 'failed') return claimed;
  if (claimed.free) call.trace.repeated = true;

  const hold = await reserve({ ...query, free: claimed.free }, call, gateway);
  if (hold === undefined) {
    const outcome = failed('no_balance');
    await release(claimed, outcome, settleDeadline(call), call, gateway);
    return outcome;
  }
  // No transaction is open while the source is asked.
  const asked = await ask(work);
  const settleBy = settleDeadline(call);
  const outcome = await settle(hold, asked, settleBy, work);
  await release(claimed, outcome, settleBy, call, gateway);
  if (integration.receiptsEnabled) await addReceipt(query, settleBy, call, gateway);
  return outcome;
}

/**
 * Settling ends {@link SETTLE_MS} after the ceiling. When hundreds of queries time out together, the
 * process notices some of them late; they have as long from that moment.
 */
function settleDeadline({ deadlineAt }: Call): number {
  return Math.max(deadlineAt, performance.now()) + SETTLE_MS;
}

function newQuery<Input>({ definition, integration, input, call, gateway }: Work<Input>): Query {
  const queryId = uuidv7();
  call.trace.queryId = queryId;
  return {
    queryId,
    integrationId: integration.id,
    credentialId: integration.credentialId,
    lookup: definition.lookup,
    identifiers: gateway.vault.seal(definition.identifiers(input)),
    requestId: call.trace.requestId,
  };
}

/** Reserves the cost. A reservation that arrives after the deadline is given back at once. */
async function reserve(
  query: Query,
  { deadlineAt, trace }: Call,
  gateway: Gateway,
): Promise<Hold | undefined> {
  const reservation = gateway.reserve(query, { deadlineAt });
  try {
    const hold = await time(trace, 'reserve', within(deadlineAt, reservation));
    if (hold !== undefined) trace.recorded = true;
    return hold;
  } catch (error) {
    reservation.then((late) => late && gateway.settle(interrupted(late))).catch(() => undefined); // Its hold expires instead.
    throw error;
  }
}

/** What asking the source came to, and how long that took. */
interface Asked {
  readonly outcome: Outcome;
  readonly sourceMs: number;
}

/** Asks the source until the end of the ceiling, and tells the circuit breaker how that went. */
async function ask<Input>(work: Work<Input>): Promise<Asked> {
  const startedAt = performance.now();
  const outcome = await time(work.call.trace, 'source', askSource(work));
  const sourceMs = Math.round(performance.now() - startedAt);
  work.place.report(verdictOf(outcome));
  return { outcome, sourceMs };
}

async function askSource<Input>(work: Work<Input>): Promise<Outcome> {
  const { definition, input, call, gateway } = work;
  const { signal, deadlineAt, trace } = call;
  const { pool } = gateway.channels[definition.lookup];
  const limits = { timeoutMs: deadlineAt - performance.now(), signal, requestId: trace.requestId };
  try {
    const answer = await definition.ask(pool, definition.address(gateway.env), input, limits);
    return signal.aborted ? failed('client_gone') : answer;
  } catch (error) {
    // A defect of the gateway while it read or wrote the answer: nothing is charged.
    return { ...failed('failure'), error };
  }
}

function verdictOf(outcome: Outcome): SourceVerdict {
  if (outcome.kind === 'answered') return 'answered';
  if (outcome.failure === 'client_gone' || outcome.failure === 'failure') return 'not_asked';
  return outcome.unreachable ? 'unreachable' : 'answered';
}

/** Charges, records and gives the hold back; the answer may leave only after that. */
async function settle<Input>(
  hold: Hold,
  asked: Asked,
  settleBy: number,
  work: Work<Input>,
): Promise<Outcome> {
  const { call, gateway } = work;
  const settlement = settlementOf(hold, asked, work);
  const settling = settleUntil(gateway.sql, gateway.settle, settlement, settleBy);
  const settled = await time(call.trace, 'settle', settling);
  switch (settled) {
    case 'settled':
      return asked.outcome;
    case 'released':
      return failed('interrupted');
    case 'unknown':
      return unresolved(asked.outcome, settlement, gateway);
  }
}

/**
 * The end of a query of which nobody knows whether it was settled. A query without an answer of its
 * source costs nothing either way, so its failure can be sent; it is settled later, by this or by the
 * expiry of its hold.
 */
function unresolved(outcome: Outcome, settlement: Settlement, { settle }: Gateway): Outcome {
  if (outcome.kind === 'answered' || outcome.failure !== 'source_unavailable') {
    return failed('unresolved');
  }
  void settle(settlement).catch(() => undefined);
  return outcome;
}

function settlementOf<Input>(
  hold: Hold,
  { outcome, sourceMs }: Asked,
  { definition, call }: Work<Input>,
): Settlement {
  const timing = {
    durationMs: Math.round(performance.now() - call.startedAt),
    sourceMs,
    stepsMs: RECORDED_STEPS.map((step) => call.trace.stepsMs[step] ?? 0),
  };
  if (outcome.kind === 'answered') {
    const { status } = outcome;
    return { hold, estado: 'completada', status, outcome: 'found', cause: null, ...timing };
  }
  const { failure, cause = null } = outcome;
  if (failure === 'client_gone') {
    return { hold, estado: 'cancelada', status: null, outcome: failure, cause, ...timing };
  }
  const { family } = lookupFacts[definition.lookup];
  const { status } = failureAnswers[family][failure];
  return { hold, estado: 'completada', status, outcome: failure, cause, ...timing };
}
