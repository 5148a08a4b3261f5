import type { Sql } from '@/db/client';
import type { Hold } from './hold';
import type { Settle } from './settle';

const MAX_RELEASED_AT_ONCE = 500;

/**
 * Gives back what expired holds set aside: never charged, recorded as `interrumpida`. Of one
 * integration whose balance is needed, or of all. Returns how many; another instance may have
 * released some of them first.
 */
export async function releaseExpired(
  sql: Sql,
  settle: Settle,
  integrationId?: number,
): Promise<number> {
  const due = await sql<Hold[]>`
    SELECT query_id AS "queryId", integration_id AS "integrationId", created_at::text AS "createdAt"
    FROM holds
    WHERE expires_at <= clock_timestamp()
      AND (${integrationId ?? null}::int IS NULL OR integration_id = ${integrationId ?? null})
    ORDER BY expires_at LIMIT ${MAX_RELEASED_AT_ONCE}`;
  const outcomes = await Promise.all(due.map((hold) => settle(interrupted(hold))));
  return outcomes.filter((outcome) => outcome === 'settled').length;
}

function interrupted(hold: Hold) {
  return {
    hold,
    estado: 'interrumpida',
    status: null,
    outcome: 'interrupted',
    durationMs: null,
    sourceMs: null,
  } as const;
}
