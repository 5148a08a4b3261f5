import type { Sql } from '@/db/client';
import { type LedgerState, ledgerState } from '@/lib/billing/last-reconciliation';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { Deployment } from '@/lib/env';
import type { Limits } from '@/lib/limits/limits';
import { recordOf } from '@/lib/record';
import type { Channel } from '@/lib/sources/channel';
import type { CircuitState } from '@/lib/sources/circuit-breaker';

/** State of the pages process: `down` until it is restarted. */
export type PagesState = 'starting' | 'ready' | 'down';

export interface Health {
  readonly status: 'ok' | 'unavailable';
  readonly deployment: Deployment;
  readonly database: 'ok' | 'unavailable';
  /** Result of the last verification. Absent without the database. */
  readonly ledger?: LedgerState;
  /**
   * Absent where no lookups are served. `degraded` while a configured Redis does not answer: each
   * instance then counts in memory.
   */
  readonly limits?: 'memory' | 'redis' | 'degraded';
  /** Circuit breaker of each lookup. Absent where no lookups are served. */
  readonly circuits?: Readonly<Record<Lookup, CircuitState>>;
  /** Absent where no pages are served by a process of their own. */
  readonly pages?: PagesState;
}

interface HealthParts {
  readonly deployment: Deployment;
  readonly sql: Sql;
  /** Parts of the gateway, where lookups are served. */
  readonly lookups?: {
    readonly limits: Limits;
    readonly channels: Readonly<Record<Lookup, Pick<Channel, 'circuit'>>>;
  };
  readonly pages?: () => PagesState;
}

const CHECK_TIMEOUT_MS = 2_000;
/** Anybody may ask, and each check uses a connection, so requests within a second share one. */
const SHARED_FOR_MS = 1_000;

/**
 * Creates the check behind `/health`. It answers 200 while the machine can answer what it serves,
 * else 503.
 */
export function createHealthCheck(parts: HealthParts): () => Promise<Response> {
  let shared:
    | { readonly ledger: Promise<LedgerState | undefined>; readonly until: number }
    | undefined;
  return async () => {
    const now = performance.now();
    if (shared === undefined || shared.until <= now) {
      shared = { ledger: checkConnections(parts), until: now + SHARED_FOR_MS };
    }
    const health = healthOf(parts, await shared.ledger);
    const headers = { 'cache-control': 'no-store' };
    return Response.json(health, { status: health.status === 'ok' ? 200 : 503, headers });
  };
}

/** Returns undefined when the database does not answer. */
async function checkConnections({ sql, lookups }: HealthParts): Promise<LedgerState | undefined> {
  const checkedLimits = lookups?.limits.check();
  const reading = within(performance.now() + CHECK_TIMEOUT_MS, ledgerState(sql));
  const ledger = await reading.catch(() => undefined);
  await checkedLimits;
  return ledger;
}

function healthOf(
  { deployment, lookups, pages }: HealthParts,
  ledger: LedgerState | undefined,
): Health {
  const database = ledger === undefined ? 'unavailable' : 'ok';
  const pagesState = pages?.();
  // Lookups do not need the pages, which decide the status only on a machine of their own.
  const onlyPagesDown = lookups === undefined && pagesState !== 'ready';
  return {
    status: onlyPagesDown ? 'unavailable' : database,
    deployment,
    database,
    ...(ledger && { ledger }),
    ...(lookups && {
      limits: lookups.limits.state(),
      circuits: recordOf(LOOKUPS, (lookup) => lookups.channels[lookup].circuit),
    }),
    ...(pagesState === undefined ? {} : { pages: pagesState }),
  };
}
