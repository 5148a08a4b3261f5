import type { Sql } from '@/db/client';
import { type DatabaseState, databaseState, lacksStandby } from '@/db/state';
import { type AuditState, auditHead, auditState } from '@/lib/audit/verify';
import type { Deployment } from '@/lib/base/env/env';
import { BUILD, VERSION } from '@/lib/base/env/version';
import { DeadlineError, within } from '@/lib/base/time/deadline';
import { recordOf } from '@/lib/base/values/record';
import { type LedgerState, ledgerState } from '@/lib/billing/last-reconciliation';
import { probeWrite } from '@/lib/billing/probe-write';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import type { Limits } from '@/lib/limits/limits';
import type { Channel } from '@/lib/sources/channel';
import type { CircuitState } from '@/lib/sources/circuit-breaker';
import type { PlainAnswer } from './call';
import { HotWrites } from './hot-writes';

/** State of the pages process. `down` lasts until it is restarted. */
export type PagesState = 'starting' | 'ready' | 'down';

export interface Health {
  /** `draining`: the process answers what it receives, but will soon close its port. */
  readonly status: 'ok' | 'unavailable' | 'draining';
  readonly version: string;
  readonly build: string;
  readonly deployment: Deployment;
  /**
   * Lookups need a database that can be written. `failing`: their newest writes failed, whatever a
   * connection says; `ok` while one succeeded lately.
   */
  readonly database: DatabaseState | 'unavailable' | 'failing';
  /** Results of the last verifications. Absent without the database. */
  readonly ledger?: LedgerState;
  readonly audit?: AuditState;
  /** Hash of the newest audit row that was verified, to be kept outside; null before the first. */
  readonly auditHead?: string | null;
  /** Absent without lookups. `degraded`: Redis does not answer, so each instance counts alone. */
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
    readonly writes: HotWrites;
    readonly limits: Limits;
    readonly channels: Readonly<Record<Lookup, Pick<Channel, 'circuit'>>>;
  };
  readonly pages?: () => PagesState;
  readonly draining?: () => boolean;
}

const CHECK_TIMEOUT_MS = 2_000;
/** Requests within this time share one check, because anybody may ask and a check is costly. */
const SHARED_FOR_MS = 1_000;

/**
 * Creates the check behind `/health` and `/readyz`. While draining it repeats the last state at
 * once, so that a load balancer need not wait for a busy database to notice.
 */
export function createHealthCheck(parts: HealthParts): () => Promise<Health> {
  let shared: { readonly connections: Promise<Connections>; readonly until: number } | undefined;
  let latest: Connections | undefined;
  const writes = parts.lookups?.writes ?? new HotWrites();
  return async () => {
    if (latest !== undefined && parts.draining?.()) return healthOf(parts, latest);
    const now = performance.now();
    if (shared === undefined || shared.until <= now) {
      const connections = checkConnections(parts, writes, latest?.database);
      shared = { connections, until: now + SHARED_FOR_MS };
    }
    latest = await shared.connections;
    return healthOf(parts, latest);
  };
}

/** Answers 200 while the machine can answer what it serves, else 503. */
export function healthAnswer(health: Health): PlainAnswer {
  return {
    status: health.status === 'ok' ? 200 : 503,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
    body: JSON.stringify(health),
  };
}

type Connections = Pick<Health, 'database' | 'ledger' | 'audit' | 'auditHead'>;

async function checkConnections(
  { sql, lookups }: HealthParts,
  writes: HotWrites,
  before: Health['database'] | undefined,
): Promise<Connections> {
  const checkedLimits = lookups?.limits.check();
  const deadlineAt = performance.now() + CHECK_TIMEOUT_MS;
  const reading = Promise.all([
    stateOf(sql, writes),
    ledgerState(sql),
    auditState(sql),
    auditHead(sql),
  ]);
  const states = await within(deadlineAt, reading).catch((error: unknown) => ({ error }));
  await checkedLimits;
  if ('error' in states) {
    // Commits that wait for a standby soon hold every connection.
    const isWaiting = before === 'no_standby' && states.error instanceof DeadlineError;
    if (isWaiting) return { database: before };
    return { database: writes.state === 'working' ? 'ok' : 'unavailable' };
  }
  const [database, ledger, audit, head] = states;
  return { database, ledger, audit, auditHead: head };
}

/** Goes by the writes of lookups, unless commits have begun to wait; when idle it tries a write. */
async function stateOf(sql: Sql, writes: HotWrites): Promise<Health['database']> {
  if (writes.state === 'working') return (await lacksStandby(sql)) ? 'no_standby' : 'ok';
  const state = await databaseState(sql);
  if (state !== 'ok') return state;
  if (writes.state === 'failing') return 'failing';
  const probe = writes.watched(probeWrite)(sql);
  return probe.then(
    () => 'ok' as const,
    () => 'failing' as const,
  );
}

function healthOf(parts: HealthParts, { database, ...verified }: Connections): Health {
  const { deployment, lookups, pages } = parts;
  const pagesState = pages?.();
  return {
    status: statusOf(parts, database),
    version: VERSION,
    build: BUILD,
    deployment,
    database,
    ...verified,
    ...(lookups && {
      limits: lookups.limits.state(),
      circuits: recordOf(LOOKUPS, (lookup) => lookups.channels[lookup].circuit),
    }),
    ...(pagesState === undefined ? {} : { pages: pagesState }),
  };
}

function statusOf(
  { lookups, pages, draining }: HealthParts,
  database: Health['database'],
): Health['status'] {
  if (draining?.()) return 'draining';
  // Lookups do not need the pages, which decide the status only on a machine of their own.
  const onlyPagesDown = lookups === undefined && pages?.() !== 'ready';
  return database === 'ok' && !onlyPagesDown ? 'ok' : 'unavailable';
}
