import { within } from '@/lib/base/time/deadline';
import type { Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { AuthenticatedIntegration } from '@/lib/integrations/authenticate';
import { type LimitResult, limitResult } from '@/lib/limits/limit';
import { type Failed, failed } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { type Trace, time } from './trace';

interface Authorised {
  readonly kind: 'authorised';
  readonly integration: AuthenticatedIntegration;
}

/** Authorises from memory, if it allows the lookup. Anything else needs {@link authoriseFreshly}. */
export function authoriseRemembered(
  lookup: Lookup,
  { credentials, trace }: Call,
  { authenticator }: Gateway,
): AuthenticatedIntegration | undefined {
  const remembered = authenticator.remember(credentials);
  if (!remembered?.switches[lookupFacts[lookup].flag]) return undefined;
  identify(remembered, trace);
  return remembered;
}

/** Authorises from the database, so that a change applies to every request that begins after it. */
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
  if (integration.switches[flag]) return { kind: 'authorised', integration };
  const quota = quotaOf(family, integration, gateway);
  trace.limit = trace.limit
    ? limitResult(trace.limit, quota)
    : await limits[family].peek(String(integration.id), quota);
  return failed('not_enabled');
}

function identify(
  integration: Pick<AuthenticatedIntegration, 'id' | 'nombre'> | undefined,
  trace: Trace,
): void {
  trace.integration = integration?.nombre;
  trace.integrationId = integration?.id;
}

/** Makes the function that counts a request against its integration's limit per minute, once. */
export function limitSpender(lookup: Lookup, { trace }: Call, gateway: Gateway) {
  const { family } = lookupFacts[lookup];
  let spent: LimitResult | undefined;
  /** Compares what was spent with the quota of the integration. */
  return async (integration: AuthenticatedIntegration): Promise<LimitResult> => {
    const quota = quotaOf(family, integration, gateway);
    spent =
      spent === undefined
        ? await time(trace, 'limit', gateway.limits[family].spend(String(integration.id), quota))
        : limitResult(spent, quota);
    trace.limit = spent;
    return spent;
  };
}

function quotaOf(
  family: Family,
  { quotas }: AuthenticatedIntegration,
  { limits }: Gateway,
): number {
  return quotas[`limit_${family}`] ?? limits[family].quota;
}
