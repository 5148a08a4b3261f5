import { asciiLower } from '@/lib/ascii-lower';
import { failureBody } from '@/lib/contract/failure-body';
import { failureAnswers, failures } from '@/lib/contract/failures';
import { type Lookup, type LookupFacts, lookupFacts } from '@/lib/contract/lookups';
import { DeadlineError } from '@/lib/deadline';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { looksLikeToken } from '@/lib/integrations/token';
import { addressKey } from '@/lib/limits/address';
import { formatQuetzales } from '@/lib/money';
import { settings } from '@/lib/settings';
import { type Failed, failed, type Outcome } from '@/lib/sources/answer';
import type { LookupDefinition } from '@/lib/sources/definition';
import { MINUTE_MS } from '@/lib/time';
import { endSpan } from '@/lib/tracing';
import {
  type Call,
  type DirectRequest,
  type LookupRequest,
  type PlainAnswer,
  parseCall,
} from './call';
import { type Gateway, gateway } from './gateway';
import { lookup } from './lookup';
import { measureLookup } from './measure';
import type { Trace } from './trace';

/** Answers a lookup, either a web `Request` from Next or a cheaper one from the front process. */
export interface LookupHandler {
  (request: DirectRequest): Promise<PlainAnswer>;
  (request: LookupRequest): Promise<Response>;
}

/** Methods that Next looks for in a route. One handler answers all of them. */
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type LookupRoute = Readonly<Record<Method, LookupHandler>>;

/** Makes the handlers of a `route.ts`. They answer a method other than POST with 405. */
export function lookupRoute<Query>(definition: LookupDefinition<Query>): LookupRoute {
  function handle(request: DirectRequest): Promise<PlainAnswer>;
  function handle(request: LookupRequest): Promise<Response>;
  async function handle(request: LookupRequest | DirectRequest): Promise<PlainAnswer | Response> {
    if ('peer' in request) return answerLookup(definition, request, gateway());
    if (settings().serves === 'pages') return notServed();
    const plain = await answerLookup(definition, request, gateway());
    return new Response(plain.body, plain);
  }
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}

/** Answers 404, because a process that serves pages would count lookups separately. */
export function notServed(): Response {
  return new Response('Not found', { status: 404 });
}

/** Answers a request, then measures and logs it, when the answer is on its way. */
export async function answerLookup<Query>(
  definition: LookupDefinition<Query>,
  request: LookupRequest | DirectRequest,
  gateway: Gateway,
): Promise<PlainAnswer> {
  const facts = lookupFacts[definition.lookup];
  const call = parseCall(request, gateway.env.sourceTimeoutMs);
  startSpan(definition.lookup, request, call, gateway);
  const outcome = await outcomeOf(definition, call, gateway);
  const address = addressKey(call, gateway.env.trustedProxyHops);
  countRefusal(definition.lookup, outcome, call, address, gateway);
  // A proxy may reuse a connection that was answered early, and its next request would be read as
  // the rest of this body. Once answered, the body has been read.
  const last = outcome.kind === 'failed' && !(await call.awaitBody());
  const plain = respond(facts, outcome, call.trace, last);
  const { status } = plain;
  setImmediate(() => {
    measureLookup(gateway.metrics, definition.lookup, outcome, call, status);
    logLine(gateway, definition.lookup, outcome, call, address, status);
    endRequestSpan(outcome, call, status);
  });
  return plain;
}

async function outcomeOf<Query>(
  definition: LookupDefinition<Query>,
  call: Call,
  gateway: Gateway,
): Promise<Outcome> {
  try {
    return await lookup(definition, call, gateway);
  } catch (error) {
    // The deadline passed before anything was settled, so nothing was charged.
    if (error instanceof DeadlineError) return failed('source_unavailable', 'deadline');
    return { ...failed('failure'), error };
  }
}

function startSpan(
  lookup: Lookup,
  { headers, method }: LookupRequest,
  { trace }: Call,
  { tracing }: Gateway,
): void {
  if (tracing === undefined) return;
  const attributes = {
    'http.request.method': method,
    'http.route': lookupFacts[lookup].path,
    'pasarela.lookup': lookup,
    'pasarela.request_id': trace.requestId,
  };
  trace.span = tracing.startRequest(`lookup ${lookup}`, headers, attributes);
}

/** Ends the span of a request and marks it failed when the fault is ours. */
function endRequestSpan(outcome: Outcome, { trace }: Call, status: number): void {
  const { span, stepsMs, queryId, integration } = trace;
  if (span === undefined) return;
  const name = outcome.kind === 'answered' ? outcome.outcome : outcome.failure;
  const isOurs = outcome.kind === 'failed' && failures[outcome.failure].responsible === 'ours';
  const steps = Object.entries(stepsMs).map(([step, ms]) => [`pasarela.step.${step}_ms`, ms]);
  const attributes = {
    'http.response.status_code': status,
    'pasarela.outcome': name,
    ...(queryId && { 'pasarela.query_id': queryId }),
    ...(integration && { 'pasarela.integration': integration }),
    ...Object.fromEntries(steps),
  };
  endSpan(span, attributes, isOurs ? name : undefined);
}

/** Counts a request that failed before its query was recorded, so that support sees it. */
function countRefusal(
  lookup: Lookup,
  outcome: Outcome,
  call: Call,
  clientAddress: string,
  { refusals }: Gateway,
): void {
  const { trace, credentials } = call;
  if (outcome.kind === 'answered' || trace.recorded) return;
  const { integrationId = 0 } = trace;
  const given = integrationId === 0 ? asciiLower(credentials.login ?? '') : '';
  const nombre = NAME_PATTERN.test(given) && !looksLikeToken(given) ? given : '';
  const address = integrationId === 0 ? clientAddress : '';
  refusals.count({ integrationId, nombre, lookup, reason: outcome.failure, address });
}

function respond(facts: LookupFacts, outcome: Outcome, trace: Trace, last: boolean): PlainAnswer {
  const headers: Record<string, string> = {
    'x-request-id': trace.requestId,
    'cache-control': 'no-store',
    ...(last ? { connection: 'close' } : {}),
    ...limitHeaders(facts, trace),
    ...receiptHeaders(trace),
  };
  if (outcome.kind === 'answered') {
    headers['content-type'] = 'application/json';
    return { status: outcome.status, headers, body: outcome.body };
  }
  const { type, body } = failureBody(facts.family, outcome.failure);
  headers['content-type'] = type;
  if (outcome.failure === 'method_not_allowed') headers.allow = 'POST';
  return { status: failureAnswers[facts.family][outcome.failure].status, headers, body };
}

/** Writes the headers of a free repetition, and of a receipt in decimal quetzales. */
function receiptHeaders({ receipt, repeated }: Trace): Record<string, string> {
  return {
    ...(repeated ? { 'x-consulta-sin-cobro': 'true' } : {}),
    ...(receipt && {
      'x-consulta-id': receipt.queryId,
      'x-consulta-cobro': formatQuetzales(receipt.charged),
      'x-saldo-disponible': formatQuetzales(receipt.available),
    }),
  };
}

/**
 * Writes the `RateLimit` fields of the IETF draft (httpapi-ratelimit-headers), seconds rounded up.
 */
function limitHeaders({ family }: LookupFacts, { limit }: Trace): Record<string, string> {
  if (limit === undefined) return {};
  // Clock rounding, or a Redis clock that is ahead, must not announce more than one window.
  const resetSeconds = Math.ceil(Math.min(limit.resetMs, MINUTE_MS) / 1000);
  return {
    'ratelimit-policy': `"${family}";q=${limit.limit};w=${MINUTE_MS / 1000}`,
    ratelimit: `"${family}";r=${limit.remaining};t=${resetSeconds}`,
  };
}

const noFailure: Partial<Failed> = {};

/** Logs every failure, and one in `LOG_ONE_IN` of the answers. */
function logLine(
  { log, env, sample }: Gateway,
  lookupName: string,
  outcome: Outcome,
  call: Call,
  address: string,
  status: number,
): void {
  const { trace } = call;
  if (outcome.kind === 'answered' && !sample.takes()) return;
  const { failure, cause, error } = outcome.kind === 'failed' ? outcome : noFailure;
  const level = error !== undefined || failure === 'unresolved' ? 'error' : 'info';
  log[level]({
    event: 'lookup',
    requestId: trace.requestId,
    traceId: trace.span?.spanContext().traceId ?? trace.traceId,
    queryId: trace.queryId,
    lookup: lookupName,
    integration: trace.integration,
    address,
    outcome: outcome.kind === 'answered' ? outcome.outcome : failure,
    status,
    cause,
    durationMs: Math.round((performance.now() - call.startedAt) * 10) / 10,
    stepsMs: trace.stepsMs,
    ...(env.logOneIn > 1 && outcome.kind === 'answered' ? { oneIn: env.logOneIn } : {}),
    ...(error === undefined ? {} : { err: error }),
  });
}
