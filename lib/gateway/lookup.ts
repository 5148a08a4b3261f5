import { v7 as uuidv7 } from 'uuid';
import { endSpan } from '@/lib/base/telemetry/tracing';
import { within } from '@/lib/base/time/deadline';
import { type Hold, type Query, SETTLE_MS } from '@/lib/billing/hold';
import { readReceipt } from '@/lib/billing/receipt';
import { interrupted } from '@/lib/billing/release-expired';
import type { Uncovered } from '@/lib/billing/reserve';
import { lookupFacts } from '@/lib/contract/lookups';
import { ownFailureOf } from '@/lib/contract/own-failures';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { type Failed, failed, type Outcome } from '@/lib/sources/answer';
import type { Place } from '@/lib/sources/channel';
import type { SourceReport } from '@/lib/sources/circuit-breaker';
import type { LookupDefinition } from '@/lib/sources/definition';
import { authoriseFreshly, authoriseRemembered, limitSpender } from './authorise';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { type Claim, claim, release } from './idempotency-key';
import { addProof } from './proof';
import { type SourceAnswer, settle } from './settle-query';
import { time } from './trace';
import { callAttributes, faultOf, verdictOf } from './verdict';

/** The end of a request whose access is confirmed. */
export interface Ended {
  readonly kind: 'ended';
  readonly outcome: Outcome;
  /** The query was reserved, and so leaves a record. */
  readonly recorded: boolean;
}

/** A request on its way to the source. Each step is done once, also if the access is confirmed. */
interface Work<Input> {
  readonly definition: LookupDefinition<Input>;
  readonly call: Call;
  readonly gateway: Gateway;
  readonly spend: ReturnType<typeof limitSpender>;
  place?: Place;
  claim?: Claim;
  prepared?: Prepared<Input> | Failed;
}

interface Prepared<Input> {
  readonly kind: 'prepared';
  readonly input: Input;
  readonly place: Place;
  readonly query: Omit<Query, 'credentialId' | 'access'>;
}

/**
 * Answers one request: first the checks, then the query. Integrators rely on the order of the
 * checks: method, address, load, credentials, flag, rate, body, capacity.
 */
export async function lookup<Input>(
  definition: LookupDefinition<Input>,
  call: Call,
  gateway: Gateway,
): Promise<Ended> {
  if (call.method !== 'POST') return refused(failed('method_not_allowed'));
  const refusal = await spendGlobalLimit(call, gateway);
  if (refusal !== undefined) return refused(refusal);
  if (gateway.load.overloaded('lookups')) return refused(failed('overloaded', 'load'));
  const spend = limitSpender(definition.lookup, call, gateway);
  const work: Work<Input> = { definition, call, gateway, spend };
  let ended: Ended | undefined;
  try {
    const confirmed = await attemptUntilConfirmed(work);
    ended = confirmed.kind === 'failed' ? refused(confirmed) : confirmed;
    return ended;
  } finally {
    work.place?.leave();
    if (work.claim) await release(work.claim, ended?.outcome, settleDeadline(call), call, gateway);
  }
}

/**
 * Attempts the query with the integration of the credentials. Trusts the memory only to allow a
 * request: what a remembered integration is refused is attempted again with a fresh one, and so is
 * a query whose reservation found the integration changed (`stale`).
 */
async function attemptUntilConfirmed<Input>(work: Work<Input>): Promise<Ended | Failed> {
  const { definition, call, gateway } = work;
  const remembered = authoriseRemembered(definition.lookup, call, gateway);
  if (remembered !== undefined) {
    const attempted = await attempt(work, remembered);
    if (attempted !== 'stale' && attempted.kind !== 'failed') return attempted;
  }
  for (;;) {
    const access = await authoriseFreshly(definition.lookup, call, gateway);
    if (access.kind === 'failed') return access;
    const attempted = await attempt(work, access.integration);
    if (attempted !== 'stale') return attempted;
  }
}

async function attempt<Input>(
  work: Work<Input>,
  integration: AuthenticatedIntegration,
): Promise<Ended | Failed | 'stale'> {
  if (!(await work.spend(integration)).allowed) return failed('rate_limit');
  work.prepared ??= await prepare(work, integration);
  const { prepared } = work;
  return prepared.kind === 'failed' ? prepared : makeQuery(work, prepared, integration);
}

export function refused(outcome: Failed): Ended {
  return { kind: 'ended', outcome, recorded: false };
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

/** Runs the checks of body and capacity, and claims the idempotency key. */
async function prepare<Input>(
  work: Work<Input>,
  { id: integrationId }: AuthenticatedIntegration,
): Promise<Prepared<Input> | Failed> {
  const { definition, call, gateway } = work;
  const body = await readInput(definition, call);
  if (body.kind === 'failed') return body;
  const { input } = body;
  if (gateway.env.deployment === 'development') {
    const { family } = lookupFacts[definition.lookup];
    const own = ownFailureOf(family, definition.identifiers(input));
    if (own !== undefined) return failed(own);
  }
  if (gateway.sources[definition.lookup].answers?.(input) === false)
    return failed('not_answerable');
  if (gateway.switches.off.has(definition.lookup)) return failed('switched_off');
  const place = gateway.channels[definition.lookup].admit();
  if (typeof place === 'string') return failed(place);
  work.place = place;
  const queryId = uuidv7();
  call.trace.queryId = queryId;
  const query = {
    queryId,
    integrationId,
    lookup: definition.lookup,
    identifiers: gateway.vault.seal(definition.identifiers(input), queryId),
    requestId: call.trace.requestId,
  };
  const claimed = await claim(query, input, call, gateway);
  if (claimed.kind === 'failed') return claimed;
  work.claim = claimed;
  if (claimed.free) call.trace.repeated = true;
  return { kind: 'prepared', input, place, query: { ...query, free: claimed.free } };
}

async function readInput<Input>(
  { parse }: LookupDefinition<Input>,
  call: Call,
): Promise<{ readonly kind: 'read'; readonly input: Input } | Failed> {
  const body = await time(call.trace, 'body', call.readBody());
  if (typeof body === 'string') return failed(body);
  const parsed = parse(body.json);
  if (!parsed.ok) return failed(parsed.failure);
  return call.signal.aborted ? failed('client_gone') : { kind: 'read', input: parsed.request };
}

/** Reserves the cost, asks the source and settles. `stale` when the integration has changed. */
async function makeQuery<Input>(
  work: Work<Input>,
  prepared: Prepared<Input>,
  integration: AuthenticatedIntegration,
): Promise<Ended | 'stale'> {
  const { call, gateway } = work;
  const { credentialId, accessVersion: version, credentialExpiresAt: expiresAt } = integration;
  const query = { ...prepared.query, credentialId, access: { version, expiresAt } };
  const hold = await reserveInTime(query, call, gateway);
  if (hold === 'stale') return hold;
  // The reservation has confirmed the access.
  if (typeof hold === 'string') return refused(failed(hold));
  // No transaction is open while the source is asked.
  const answer = await ask(work, prepared);
  const settleBy = settleDeadline(call);
  const outcome = await settle(hold, answer, settleBy, call, gateway);
  if (integration.switches.receipts_enabled) await addReceipt(query, settleBy, call, gateway);
  if (integration.switches.proofs_enabled) {
    const identifiers = work.definition.identifiers(prepared.input);
    addProof(query, identifiers, outcome, call, gateway);
  }
  return { kind: 'ended', outcome, recorded: true };
}

/** Adds a receipt if the integration wants one. The answer is sent even if reading it fails. */
async function addReceipt(
  { integrationId, queryId, lookup }: Query,
  settleBy: number,
  { trace }: Call,
  { sql, log }: Gateway,
): Promise<void> {
  if (!lookupFacts[lookup].billed) return;
  try {
    const receipt = await within(settleBy, readReceipt(sql, integrationId, queryId));
    if (receipt !== undefined) trace.receipt = receipt;
  } catch (error) {
    log.error({ event: 'receipt_failed', requestId: trace.requestId, err: error });
  }
}

/**
 * Returns the deadline of settling: {@link SETTLE_MS} after the query's deadline, or after now if
 * that is later. When hundreds of queries time out together, the process notices some late.
 */
function settleDeadline({ deadlineAt }: Call): number {
  return Math.max(deadlineAt, performance.now()) + SETTLE_MS;
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
async function ask<Input>(
  work: Work<Input>,
  { input, place, query: { lookup } }: Prepared<Input>,
): Promise<SourceAnswer> {
  const startedAt = performance.now();
  const { trace } = work.call;
  const traced = trace.span && work.gateway.tracing?.startCall(trace.span, 'source');
  const outcome = await time(trace, 'source', askSource(work, input, traced?.headers));
  const verdict = verdictOf(lookup, outcome);
  if (traced !== undefined) {
    const { url } = work.gateway.sources[lookup];
    const answered = outcome.kind === 'answered';
    endSpan(traced.span, callAttributes(url, { answered, verdict }), faultOf(verdict));
  }
  const sourceMs = Math.round(performance.now() - startedAt);
  place.report(reportOf(outcome));
  return { outcome, verdict, sourceMs };
}

async function askSource<Input>(
  { definition, call, gateway }: Work<Input>,
  input: Input,
  traceHeaders?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { signal, deadlineAt, trace } = call;
  const { lookup } = definition;
  const { pool } = gateway.channels[lookup];
  const bounds = {
    deadlineAt,
    signal,
    requestId: trace.requestId,
    traceHeaders,
  };
  try {
    const source = gateway.sources[lookup];
    const answer = await source.ask(pool, input, bounds);
    gateway.shapes.count(lookup, source.adapter, answer);
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
