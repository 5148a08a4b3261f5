import type { Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { type LimitResult, limitResult } from '@/lib/limits/limit';
import { type Failed, failed } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { type Trace, time } from './trace';

interface Authorised {
  readonly kind: 'authorised';
  readonly integration: AuthenticatedIntegration;
  /** False when the integration came from the cache. */
  readonly isFresh: boolean;
}

/** Finds the integration and checks its flag. Trusts the cache only to allow a request. */
export async function authorise(
  lookup: Lookup,
  call: Call,
  gateway: Gateway,
): Promise<Authorised | Failed> {
  const integration = gateway.authenticator.remember(call.credentials);
  if (integration === undefined || !integration.switches[lookupFacts[lookup].flag]) {
    return authoriseFreshly(lookup, call, gateway);
  }
  identify(integration, call.trace);
  return { kind: 'authorised', integration, isFresh: false };
}

/**
 * Authorises from the database, so that a change applies to every request that begins after it.
 * Compares what the request has already spent with the integration's current quota.
 */
export async function authoriseFreshly(
  lookup: Lookup,
  { credentials, deadlineAt, trace }: Call,
  gateway: Gateway,
): Promise<Authorised | Failed> {
  const { authenticator, limits } = gateway;
  const reading = within(deadlineAt, authenticator.read(credentials, trace.span));
  const authentication = await time(trace, 'credentials', reading);
  if (authentication.kind !== 'authenticated') {
    const isMissing = authentication.kind === 'missing';
    identify(isMissing ? undefined : authentication.integration, trace);
    trace.limit = undefined;
    return failed(isMissing ? 'credentials_missing' : authentication.failure);
  }
  const { integration } = authentication;
  identify(integration, trace);
  const { family, flag } = lookupFacts[lookup];
  const quota = quotaOf(family, integration, gateway);
  trace.limit &&= limitResult(trace.limit, quota);
  if (!integration.switches[flag]) {
    trace.limit ??= await limits[family].peek(String(integration.id), quota);
    return failed('not_enabled');
  }
  if (trace.limit?.allowed === false) return failed('rate_limit');
  return { kind: 'authorised', integration, isFresh: true };
}

function identify(
  integration: Pick<AuthenticatedIntegration, 'id' | 'nombre'> | undefined,
  trace: Trace,
): void {
  trace.integration = integration?.nombre;
  trace.integrationId = integration?.id;
}

/** Counts the request against the integration's limit per minute. */
export async function spendLimit(
  lookup: Lookup,
  integration: AuthenticatedIntegration,
  { trace }: Call,
  gateway: Gateway,
): Promise<LimitResult> {
  const { family } = lookupFacts[lookup];
  const quota = quotaOf(family, integration, gateway);
  const spending = gateway.limits[family].spend(String(integration.id), quota);
  trace.limit = await time(trace, 'limit', spending);
  return trace.limit;
}

function quotaOf(
  family: Family,
  { quotas }: AuthenticatedIntegration,
  { limits }: Gateway,
): number {
  return quotas[`limit_${family}`] ?? limits[family].quota;
}
