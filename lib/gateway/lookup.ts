import type { Span } from '@opentelemetry/api';
import { v7 as uuidv7 } from 'uuid';
import { type Hold, type Query, SETTLE_MS } from '@/lib/billing/hold';
import { interrupted } from '@/lib/billing/release-expired';
import type { Uncovered } from '@/lib/billing/reserve';
import { failures } from '@/lib/contract/failures';
import { within } from '@/lib/deadline';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { type Failed, failed, type Outcome } from '@/lib/sources/answer';
import type { Place } from '@/lib/sources/channel';
import type { SourceReport } from '@/lib/sources/circuit-breaker';
import type { LookupDefinition } from '@/lib/sources/definition';
import { endSpan } from '@/lib/tracing';
import { authorise, authoriseFreshly, spendLimit } from './authorise';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { claim, release } from './idempotency-key';
import { addReceipt } from './receipt';
import { type SourceAnswer, settle } from './settle-query';
import { time } from './trace';

/**
 * Answers one request: first the checks, then the query. Integrators rely on the order of the
 * checks: method, address, load, credentials, flag, rate, body, capacity.
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

  const limit = await spendLimit(definition.lookup, access.integration, call, gateway);
  const outcome = limit.allowed
    ? await answerWithinLimit(definition, access.integration, call, gateway)
    : failed('rate_limit');
  if (outcome.kind === 'answered' || call.trace.recorded || access.isFresh) return outcome;
  // Only a reservation rechecks cached credentials. This refusal came before it.
  const confirmed = await authoriseFreshly(definition.lookup, call, gateway);
  if (confirmed.kind === 'failed') return confirmed;
  // A quota raised meanwhile admits the request after all.
  return limit.allowed
    ? outcome
    : answerWithinLimit(definition, confirmed.integration, call, gateway);
}

/** Runs the checks of body and capacity, then the query. */
async function answerWithinLimit<Input>(
  definition: LookupDefinition<Input>,
  integration: AuthenticatedIntegration,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  const body = await readInput(definition, call);
  if (body.kind === 'failed') return body;
  const place = gateway.channels[definition.lookup].admit();
  if (typeof place === 'string') return failed(place);
  try {
    return await makeQuery({ definition, integration, input: body.input, place, call, gateway });
  } finally {
    place.leave();
  }
}

async function spendGlobalLimit(
  call: Call,
  { limits, addressLimitKeys }: Gateway,
): Promise<Failed | undefined> {
  const key = addressLimitKeys.keyOf(call);
  if (key === undefined) return undefined;
  const spent = await time(call.trace, 'global', limits.global.spend(key));
  return spent.allowed ? undefined : failed('global_limit');
}

async function readInput<Input>(
  { parse }: LookupDefinition<Input>,
  call: Call,
): Promise<{ readonly kind: 'read'; readonly input: Input } | Failed> {
  const body = await time(call.trace, 'body', within(call.deadlineAt, call.readBody()));
  if (typeof body === 'string') return failed(body);
  const parsed = parse(body.json);
  if (!parsed.ok) return failed(parsed.failure);
  return call.signal.aborted ? failed('client_gone') : { kind: 'read', input: parsed.request };
}

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
  const { input, call, gateway } = work;
  const query = newQuery(work);
  const claimed = await claim(query, input, call, gateway);
  if (claimed.kind === 'failed') return claimed;
  if (claimed.free) call.trace.repeated = true;

  const reserved = await reserve({ ...query, free: claimed.free }, work);
  if (reserved.kind === 'failed') {
    await release(claimed, reserved, settleDeadline(call), call, gateway);
    return reserved;
  }
  // No transaction is open while the source is asked.
  const answer = await ask(work);
  const settleBy = settleDeadline(call);
  const outcome = await settle(reserved.hold, answer, settleBy, {
    lookup: query.lookup,
    call,
    gateway,
  });
  await release(claimed, outcome, settleBy, call, gateway);
  const { receipts_enabled: withReceipt } = reserved.integration.switches;
  if (withReceipt) await addReceipt(query, settleBy, call, gateway);
  return outcome;
}

/**
 * Returns the deadline of settling: {@link SETTLE_MS} after the query's deadline, or after now if
 * that is later. When hundreds of queries time out together, the process notices some late.
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
    lookup: definition.lookup,
    identifiers: gateway.vault.seal(definition.identifiers(input), queryId),
    requestId: call.trace.requestId,
    ...accessOf(integration),
  };
}

function accessOf(integration: AuthenticatedIntegration): Pick<Query, 'credentialId' | 'access'> {
  const { credentialId, accessVersion, credentialExpiresAt } = integration;
  return { credentialId, access: { version: accessVersion, expiresAt: credentialExpiresAt } };
}

interface Reserved {
  readonly kind: 'reserved';
  readonly hold: Hold;
  /** The integration as the reservation found it. */
  readonly integration: AuthenticatedIntegration;
}

/** Reserves the cost. Reads the credentials again if the cached ones have changed. */
async function reserve<Input>(query: Query, work: Work<Input>): Promise<Reserved | Failed> {
  const { definition, call, gateway } = work;
  let { integration } = work;
  let hold = await reserveInTime(query, call, gateway);
  while (hold === 'stale') {
    const access = await authoriseFreshly(definition.lookup, call, gateway);
    if (access.kind === 'failed') return access;
    integration = access.integration;
    hold = await reserveInTime({ ...query, ...accessOf(integration) }, call, gateway);
  }
  if (typeof hold === 'string') return failed(hold);
  call.trace.recorded = true;
  return { kind: 'reserved', hold, integration };
}

/** Reserves before the deadline. Releases a hold that is made later. */
async function reserveInTime(
  query: Query,
  { deadlineAt, trace }: Call,
  gateway: Gateway,
): Promise<Hold | 'stale' | Uncovered> {
  const reservation = gateway.reserve(query, { deadlineAt, span: trace.span });
  try {
    return await time(trace, 'reserve', within(deadlineAt, reservation));
  } catch (error) {
    reservation
      .then((late) => (typeof late === 'object' ? gateway.settle(interrupted(late)) : undefined))
      .catch(() => undefined); // The hold expires instead.
    throw error;
  }
}

/** Asks the source until the deadline, and reports the result to the circuit breaker. */
async function ask<Input>(work: Work<Input>): Promise<SourceAnswer> {
  const startedAt = performance.now();
  const { trace } = work.call;
  const traced = trace.span && work.gateway.tracing?.startCall(trace.span, 'source');
  const outcome = await time(trace, 'source', askSource(work, traced?.headers));
  if (traced !== undefined) endCall(traced.span, outcome);
  const sourceMs = Math.round(performance.now() - startedAt);
  work.place.report(reportOf(outcome));
  return { outcome, sourceMs };
}

/** Ends the span of a call and marks it failed when the source or we are at fault. */
function endCall(span: Span, outcome: Outcome): void {
  if (outcome.kind === 'answered') {
    endSpan(span, { 'pasarela.outcome': outcome.outcome });
    return;
  }
  const { failure, cause = failure } = outcome;
  const isFault = ['source', 'ours'].includes(failures[failure].responsible);
  endSpan(span, { 'pasarela.outcome': failure }, isFault ? cause : undefined);
}

async function askSource<Input>(
  work: Work<Input>,
  traceHeaders?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { definition, input, call, gateway } = work;
  const { signal, deadlineAt, trace } = call;
  const { pool } = gateway.channels[definition.lookup];
  const limits = {
    timeoutMs: deadlineAt - performance.now(),
    signal,
    requestId: trace.requestId,
    traceHeaders,
  };
  try {
    const answer = await definition.ask(pool, definition.address(gateway.env), input, limits);
    if (answer.kind === 'answered') gateway.unreadable.count(definition.lookup, answer.unreadable);
    return signal.aborted ? failed('client_gone') : answer;
  } catch (error) {
    // A defect of the gateway while reading or writing the answer: nothing is charged.
    return { ...failed('failure'), error };
  }
}

function reportOf(outcome: Outcome): SourceReport {
  if (outcome.kind === 'answered') return 'answered';
  if (outcome.failure === 'client_gone' || outcome.failure === 'failure') return 'not_asked';
  return outcome.unreachable ? 'unreachable' : 'answered';
}
