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

export async function checkHealth(): Promise<Health> {
  const { env, sql, limits } = gateway();
  const database = await within(performance.now() + CHECK_TIMEOUT_MS, sql`SELECT 1`).then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return {
    status: database,
    deployment: env.deployment,
    database,
    limits: limits.state(),
  };
}
