import type { Sql } from '@/db/client';
import { HOLD_LIFETIME_S } from './hold';

/** An integrator's own name for one query, so that asking again does not pay again. */
export interface KeyedQuery {
  readonly integrationId: number;
  readonly key: string;
  /** Of lookup and body, under each of the deployment's keys; the first is kept. */
  readonly digests: readonly Buffer[];
  readonly queryId: string;
}

/**
 * `charge`: to be made as usual. `free`: an earlier query under the key was charged. `reused`: the
 * key belongs to another body. `under_way`: nobody knows yet how the query before it ends.
 */
export type Claim = 'charge' | 'free' | 'reused' | 'under_way';

const KEY_LIFETIME = '24 hours';

/**
 * Takes a key for one query, in one statement: of two at once, one waits and then finds it under
 * way. Whether the query before was charged is asked of the ledger, which no crash can mislead. Not
 * to be confused with a replay: no answer is kept, so the source is asked again.
 */
export async function claimKey(sql: Sql, query: KeyedQuery): Promise<Claim> {
  const { integrationId, key, queryId } = query;
  const digests = query.digests.map((digest) => `\\x${digest.toString('hex')}`);
  const [claimed] = await sql<{ free: boolean }[]>`
    INSERT INTO idempotency_keys AS k (integration_id, key, digest, attempt, under_way_until)
    VALUES (${integrationId}, ${key}, ${digests[0] ?? ''}::text::bytea, ${queryId},
      clock_timestamp() + make_interval(secs => ${HOLD_LIFETIME_S}))
    ON CONFLICT (integration_id, key) DO UPDATE SET
      digest = excluded.digest, attempt = excluded.attempt,
      under_way_until = excluded.under_way_until,
      created_at = CASE WHEN ${isOld(sql)} THEN excluded.created_at ELSE k.created_at END,
      paid_by = CASE WHEN ${isOld(sql)} THEN NULL ELSE coalesce(k.paid_by,
        (SELECT query_id FROM ledger_entries
          WHERE query_id = k.attempt AND kind = 'cobro' AND amount < 0)) END
    WHERE (${isOld(sql)} OR k.digest = ANY (${digests}::text[]::bytea[]))
      AND (k.under_way_until IS NULL OR k.under_way_until <= clock_timestamp() OR EXISTS (
        SELECT FROM ledger_entries WHERE query_id = k.attempt AND kind = 'cobro'))
    RETURNING paid_by IS NOT NULL AS free`;
  if (claimed !== undefined) return claimed.free ? 'free' : 'charge';
  const [kept] = await sql<{ same: boolean }[]>`
    SELECT digest = ANY (${digests}::text[]::bytea[]) AS same FROM idempotency_keys
    WHERE integration_id = ${integrationId} AND key = ${key}`;
  return kept === undefined || kept.same ? 'under_way' : 'reused';
}

function isOld(sql: Sql) {
  return sql`k.created_at <= clock_timestamp() - ${KEY_LIFETIME}::interval`;
}

/** The query that took the key has ended, charged or not: the next one need not wait. */
export async function releaseKey(sql: Sql, { integrationId, key, queryId }: KeyedQuery) {
  await sql`
    UPDATE idempotency_keys SET under_way_until = NULL
    WHERE integration_id = ${integrationId} AND key = ${key} AND attempt = ${queryId}`;
}

const MAX_FORGOTTEN_AT_ONCE = 5_000;

/** Forgets keys whose time has passed; one still under way is younger. Returns how many. */
export async function forgetKeys(sql: Sql): Promise<number> {
  const rows = await sql`
    DELETE FROM idempotency_keys WHERE (integration_id, key) IN (
      SELECT integration_id, key FROM idempotency_keys
      WHERE created_at <= clock_timestamp() - ${KEY_LIFETIME}::interval
        AND (under_way_until IS NULL OR under_way_until <= clock_timestamp())
      ORDER BY created_at LIMIT ${MAX_FORGOTTEN_AT_ONCE})`;
  return rows.count;
}
