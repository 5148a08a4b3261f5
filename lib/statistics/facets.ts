import { eq, gt, gte, type SQL, sql } from 'drizzle-orm';
import { countedQueries } from '@/db/schema/index';
import { LATENCY_BOUNDS_MS } from './latency';

/** What counts of queries are told apart by. What is left out does not matter. */
export interface Facets {
  readonly integrationId?: number | undefined;
  readonly lookup?: string | undefined;
  readonly status?: number | '2xx' | '4xx' | '5xx' | 'none' | undefined;
  readonly outcome?: string | undefined;
  readonly charged?: boolean | undefined;
  /** Took this long or longer. */
  readonly minDurationMs?: number | undefined;
}

/** The class that holds a duration, as `latency_bucket` says. */
function latencyClass(durationMs: number): number {
  return LATENCY_BOUNDS_MS.filter((bound) => bound <= durationMs).length;
}

/** Whether the counts tell queries that took this long or longer from the others. */
export function isLatencyBound(durationMs: number): boolean {
  return durationMs === 0 || LATENCY_BOUNDS_MS.some((bound) => bound === durationMs);
}

/**
 * Conditions on the counts that leave out nothing with these facets. Exact, but for a duration
 * inside a class, and for `charged: false`: what was counted together with charged queries may be
 * free.
 */
export function facetConditions(facets: Facets): SQL[] {
  const { integrationId = 0, lookup, status, outcome, charged, minDurationMs } = facets;
  return [
    eq(countedQueries.integrationId, integrationId),
    ...(lookup === undefined ? [] : [eq(countedQueries.lookup, lookup)]),
    ...(outcome === undefined ? [] : [eq(countedQueries.outcome, outcome)]),
    ...(status === undefined ? [] : [statusIs(status)]),
    ...(charged === true ? [gt(countedQueries.charged, 0n)] : []),
    ...(minDurationMs === undefined
      ? []
      : [gte(countedQueries.latency, latencyClass(minDurationMs))]),
  ];
}

function statusIs(status: NonNullable<Facets['status']>): SQL {
  switch (status) {
    case '2xx':
      return sql`${countedQueries.status} BETWEEN 200 AND 299`;
    case '4xx':
      return sql`${countedQueries.status} BETWEEN 400 AND 499`;
    case '5xx':
      return sql`${countedQueries.status} BETWEEN 500 AND 599`;
    case 'none':
      return eq(countedQueries.status, 0);
    default:
      return eq(countedQueries.status, status);
  }
}
