import { within } from '@/lib/deadline';
import { gateway } from './gateway';

export interface Health {
  readonly status: 'ok' | 'unavailable';
  readonly deployment: 'development' | 'production';
  readonly database: 'ok' | 'unavailable';
  /** `degraded`: Redis should count and does not answer, so each instance counts for itself. */
  readonly limits: 'memory' | 'redis' | 'degraded';
}

const CHECK_TIMEOUT_MS = 2_000;

/** Asking costs a connection, and anybody may ask: callers of the same second share an answer. */
const SHARED_FOR_MS = 1_000;
let shared: { readonly health: Promise<Health>; readonly until: number } | undefined;

export function checkHealth(): Promise<Health> {
  const now = performance.now();
  if (shared === undefined || shared.until <= now) {
    shared = { health: readHealth(), until: now + SHARED_FOR_MS };
  }
  return shared.health;
}

async function readHealth(): Promise<Health> {
  const { env, sql, limits } = gateway();
  const checkedLimits = limits.check();
  const database = await within(performance.now() + CHECK_TIMEOUT_MS, sql`SELECT 1`).then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  await checkedLimits;
  return {
    status: database,
    deployment: env.deployment,
    database,
    limits: limits.state(),
  };
}
