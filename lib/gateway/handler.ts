import { settings } from '@/lib/base/env/settings';
import { logPlain } from '@/lib/base/telemetry/log';
import { endSpan } from '@/lib/base/telemetry/tracing';
import { DeadlineError } from '@/lib/base/time/deadline';
import { MINUTE_MS } from '@/lib/base/time/time';
import { formatQuetzales } from '@/lib/base/values/money';
import { asciiLower } from '@/lib/base/values/text';
import { failureBody } from '@/lib/contract/envelopes';
import { type Lookup, type LookupFacts, lookupFacts } from '@/lib/contract/lookups';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { looksLikeToken } from '@/lib/integrations/token';
import { addressKey } from '@/lib/limits/address';
import { failed, type Outcome } from '@/lib/sources/answer';
import type { LookupDefinition } from '@/lib/sources/definition';
import {
  type Call,
  type DirectRequest,
  type LookupRequest,
  type PlainAnswer,
  parseCall,
} from './call';
import { type Gateway, sharedGateway } from './gateway';
import { type Ended, lookup, refused } from './lookup';
import { measureLookup } from './measure';
import type { Trace } from './trace';
import { attributesOf, type Verdict, verdictOf } from './verdict';

/** Answers a lookup of any method for the front process, without a web `Request` and `Response`. */
export type LookupHandler = (request: DirectRequest) => Promise<PlainAnswer>;

export function lookupHandler<Query>(definition: LookupDefinition<Query>): LookupHandler {
  return (request) => answerLookup(definition, request, sharedGateway());
}

/** Methods that Next looks for in a route. One handler answers all of them. */
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
type LookupRoute = Readonly<Record<Method, (request: LookupRequest) => Promise<Response>>>;

/** Makes the handlers of a `route.ts`. They answer a method other than POST with 405. */
export function lookupRoute<Query>(definition: LookupDefinition<Query>): LookupRoute {
  const handle = (request: LookupRequest) => answerInNext(definition, request);
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

async function answerInNext<Query>(
  definition: LookupDefinition<Query>,
  request: LookupRequest,
): Promise<Response> {
  if (settings().serves === 'pages') return notServed();
  const plain = await answerLookup(definition, request, sharedGateway());
  return new Response(plain.body, plain);
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
  const ended = await lookup(definition, call, gateway).catch(endedBy);
  const verdict = verdictOf(definition.lookup, ended.outcome);
  const address = addressKey(call, gateway.env.trustedProxyHops);
  countRefusal(definition.lookup, ended, call, address, gateway);
  // A proxy may reuse a connection that was answered early, and its next request would be read as
  // the rest of this body. Once answered, the body has been read.
  const last = ended.outcome.kind === 'failed' && !(await call.awaitBody());
  const plain = respond(facts, ended.outcome, verdict.status, call.trace, last);
  setImmediate(() => {
    measureLookup(gateway.metrics, definition.lookup, verdict, call);
    logLine(gateway, definition.lookup, ended, verdict, call, address);
    endRequestSpan(verdict, call);
  });
  return plain;
}

function endedBy(error: unknown): Ended {
  // The deadline passed before the source was asked, so nothing was charged.
  if (error instanceof DeadlineError) return refused(failed('out_of_time', 'deadline'));
  return refused({ ...failed('failure'), error });
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
function endRequestSpan(verdict: Verdict, { trace }: Call): void {
  const { span, stepsMs, queryId, integration } = trace;
  if (span === undefined) return;
  const { status, ending, responsible } = verdict;
  const steps = Object.entries(stepsMs).map(([step, ms]) => [`pasarela.step.${step}_ms`, ms]);
  const attributes = {
    'http.response.status_code': status,
    ...attributesOf(verdict),
    ...(queryId && { 'pasarela.query_id': queryId }),
    ...(integration && { 'pasarela.integration': integration }),
    ...Object.fromEntries(steps),
  };
  endSpan(span, attributes, responsible === 'ours' ? ending : undefined);
}

/** Counts a request that failed before its query was recorded, so that support sees it. */
function countRefusal(
  lookup: Lookup,
  { outcome, recorded }: Ended,
  call: Call,
  clientAddress: string,
  { refusals }: Gateway,
): void {
  const { trace, credentials } = call;
  if (outcome.kind === 'answered' || recorded) return;
  const { integrationId = null } = trace;
  const given = integrationId === null ? asciiLower(credentials.login ?? '') : '';
  const nombre = NAME_PATTERN.test(given) && !looksLikeToken(given) ? given : '';
  const address = integrationId === null ? clientAddress : '';
  refusals.count({ integrationId, nombre, lookup, reason: outcome.failure, address });
}

function respond(
  facts: LookupFacts,
  outcome: Outcome,
  status: number,
  trace: Trace,
  last: boolean,
): PlainAnswer {
  const headers: Record<string, string> = {
    'x-request-id': trace.requestId,
    'cache-control': 'no-store',
    ...(last ? { connection: 'close' } : {}),
    ...limitHeaders(facts, trace),
    ...receiptHeaders(trace),
    ...(trace.proof && { 'x-consulta-constancia': trace.proof }),
  };
  if (outcome.kind === 'answered') {
    headers['content-type'] = 'application/json';
    return { status, headers, body: outcome.body };
  }
  const { type, body } = failureBody(facts.family, outcome.failure);
  headers['content-type'] = type;
  if (outcome.failure === 'method_not_allowed') headers.allow = 'POST';
  return { status, headers, body };
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

/** Logs every failure, and one in `LOG_ONE_IN` of the answers without a fault. */
function logLine(
  { log, env, sample }: Gateway,
  lookupName: string,
  { outcome }: Ended,
  { ending, responsible, status, cause }: Verdict,
  call: Call,
  address: string,
): void {
  const { trace } = call;
  const isSampled = outcome.kind === 'answered' && responsible === 'nobody';
  if (isSampled && !sample.takes()) return;
  const error = outcome.kind === 'failed' ? outcome.error : undefined;
  const level = error !== undefined || ending === 'unresolved' ? 'error' : 'info';
  const line = {
    event: 'lookup',
    requestId: trace.requestId,
    traceId: trace.span?.spanContext().traceId ?? trace.traceId,
    queryId: trace.queryId,
    lookup: lookupName,
    integration: trace.integration,
    address,
    outcome: ending,
    responsible,
    status,
    cause,
    charged: trace.charged,
    durationMs: Math.round((performance.now() - call.startedAt) * 10) / 10,
    stepsMs: trace.stepsMs,
    ...(env.logOneIn > 1 && isSampled ? { oneIn: env.logOneIn } : {}),
  };
  if (error === undefined) logPlain(log, level, line);
  else log[level]({ ...line, err: error });
}
