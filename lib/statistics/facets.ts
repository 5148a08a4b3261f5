import { eq, gt, gte, inArray, type SQL } from 'drizzle-orm';
import { ifGiven } from '@/db/if-given';
import { EVERYBODY, type IntegrationIds, isOneOf } from '@/db/integration-ids';
import { countedQueries } from '@/db/schema/index';
import { statusIs } from '@/db/status-is';
import type { StatusFilter } from '@/lib/base/values/status-filter';
import { LATENCY_BOUNDS_MS } from './latency';

/** Filters of counted queries; missing fields match everything. */
export interface Facets {
  readonly integrationId?: IntegrationIds | undefined;
  readonly lookup?: string | undefined;
  readonly lookups?: readonly string[] | undefined;
  readonly status?: StatusFilter | undefined;
  readonly ending?: string | undefined;
  readonly responsible?: string | undefined;
  readonly charged?: boolean | undefined;
  readonly minDurationMs?: number | undefined;
}

/** Returns the latency class of a duration, as `latency_bucket` does. */
function latencyClass(durationMs: number): number {
  return LATENCY_BOUNDS_MS.filter((bound) => bound <= durationMs).length;
}

export function isLatencyBound(durationMs: number): boolean {
  return durationMs === 0 || LATENCY_BOUNDS_MS.some((bound) => bound === durationMs);
}

/**
 * Returns conditions on the counts that match every query of the filter. They are exact except for
 * a duration within a class and for `charged: false`, because free queries may be counted with
 * charged ones.
 */
export function facetConditions(facets: Facets): (SQL | undefined)[] {
  const { integrationId = EVERYBODY, lookup, lookups, status, ending, responsible } = facets;
  const { charged, minDurationMs } = facets;
  return [
    isOneOf(countedQueries.integrationId, integrationId),
    ifGiven(lookup, (one) => eq(countedQueries.lookup, one)),
    ifGiven(lookups, (some) => inArray(countedQueries.lookup, [...some])),
    ifGiven(ending, (word) => eq(countedQueries.ending, word)),
    ifGiven(responsible, (party) => eq(countedQueries.responsible, party)),
    ifGiven(status, (one) => statusIs(countedQueries.status, one, eq(countedQueries.status, 0))),
    charged ? gt(countedQueries.charged, 0n) : undefined,
    ifGiven(minDurationMs, (ms) => gte(countedQueries.latency, latencyClass(ms))),
  ];
}
