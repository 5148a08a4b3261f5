import type { Sql } from '@/db/client';
import { failures } from '@/lib/contract/failures';
import { BILLED_LOOKUPS } from '@/lib/contract/lookups';
import { HOLD_LIFETIME_S, type Hold } from './hold';
import type { Settle, Settlement } from './settle';

const MAX_RELEASED_AT_ONCE = 500;
/** A clock that is set back by less ends no query that is under way. */
const STEP_S = 60;

/**
 * Releases the expired holds of an integration, or of all: nothing is charged, and the records end
 * as `interrumpida`. Returns their number; another instance may have released some first.
 */
export async function releaseExpired(
  sql: Sql,
  settle: Settle,
  integrationId?: number,
): Promise<number> {
  if (integrationId === undefined) await expireFuture(sql);
  let released = 0;
  for (;;) {
    const holds = await dueHolds(sql, integrationId);
    const outcomes = await Promise.all(holds.map((hold) => settle(interrupted(hold))));
    released += outcomes.filter((outcome) => outcome === 'settled').length;
    if (holds.length < MAX_RELEASED_AT_ONCE) return released;
  }
}

/**
 * Dates and expires anew the holds that were made while the clock was ahead by more than
 * {@link STEP_S}. Their money would be held until then, and their records may lie in a month without
 * a partition.
 */
async function expireFuture(sql: Sql): Promise<void> {
  await sql`
    UPDATE holds SET created_at = clock_timestamp(), expires_at = clock_timestamp()
    WHERE expires_at > clock_timestamp() + make_interval(secs => ${HOLD_LIFETIME_S + STEP_S})`;
}

function dueHolds(sql: Sql, integrationId: number | undefined): Promise<Hold[]> {
  return sql<Hold[]>`
    SELECT query_id AS "queryId", integration_id AS "integrationId", created_at::text AS "createdAt",
      lookup = ANY(${[...BILLED_LOOKUPS]}::text[]) AS billed
    FROM holds
    WHERE expires_at <= clock_timestamp()
      AND (${integrationId ?? null}::int IS NULL OR integration_id = ${integrationId ?? null})
    ORDER BY expires_at LIMIT ${MAX_RELEASED_AT_ONCE}`;
}

/** Returns the settlement of an interrupted query: nothing charged, nothing answered. */
export function interrupted(hold: Hold): Settlement {
  return {
    hold,
    estado: 'interrumpida',
    status: null,
    ending: 'interrupted',
    responsible: failures.interrupted.responsible,
    cause: null,
    charge: 'none',
    durationMs: null,
    sourceMs: null,
    stepsMs: [],
  };
}
