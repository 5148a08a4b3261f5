import { isLockTimeout, type Sql } from '@/db/client';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { HOLD_LIFETIME_S } from './hold';

/**
 * A query with an idempotency key: an integrator's own name for it, under which it is charged once.
 */
export interface KeyedQuery {
  readonly integrationId: number;
  readonly key: string;
  /** Digests of lookup and body under each of the deployment's keys. The first one is stored. */
  readonly digests: readonly Buffer[];
  readonly queryId: string;
}

/**
 * Result of a claim. `charge`: make the query as usual. `free`: an earlier query under the key was
 * charged. `reused`: the key belongs to another body. `under_way`: the previous query has not
 * ended. `spent`: the charge allows no further repetition, or was refunded.
 */
export type Claim = 'charge' | 'free' | 'reused' | 'under_way' | 'spent';

const { keyRepetitions, keyMinutes, keyHours } = keyFacts;

/**
 * Claims a key for a query, in one statement: of two concurrent claims, the second finds the first
 * under way. A repetition counts when it claims the key, whatever its outcome. No answer is stored,
 * so it asks the source again.
 */
export async function claimKey(sql: Sql, query: KeyedQuery): Promise<Claim> {
  try {
    return await takeKey(sql, query);
  } catch (error) {
    if (isLockTimeout(error)) return 'under_way'; // Another query is taking it.
    throw error;
  }
}

async function takeKey(sql: Sql, query: KeyedQuery): Promise<Claim> {
  const { integrationId, key, queryId } = query;
  const digests = query.digests.map((digest) => `\\x${digest.toString('hex')}`);
  const [claimed] = await sql<{ free: boolean }[]>`
    INSERT INTO idempotency_keys AS k (integration_id, key, digest, attempt, under_way_until)
    VALUES (${integrationId}, ${key}, ${digests[0] ?? ''}::text::bytea, ${queryId},
      clock_timestamp() + make_interval(secs => ${HOLD_LIFETIME_S}))
    ON CONFLICT (integration_id, key) DO UPDATE SET
      digest = excluded.digest, attempt = excluded.attempt,
      under_way_until = excluded.under_way_until,
      paid_by = CASE WHEN ${isOld(sql)} THEN NULL ELSE ${paidBy(sql)} END,
      (repetitions, created_at) = (
        SELECT CASE WHEN paid THEN k.repetitions + 1 ELSE 0 END,
          CASE WHEN paid THEN k.created_at ELSE excluded.created_at END
        FROM (SELECT NOT ${isOld(sql)} AND ${paidBy(sql)} IS NOT NULL AS paid) AS earlier)
    WHERE ${isOld(sql)} OR (k.digest = ANY (${digests}::text[]::bytea[])
      AND (k.under_way_until IS NULL OR k.under_way_until <= clock_timestamp() OR EXISTS (
        SELECT FROM ledger_entries WHERE integration_id = k.integration_id
          AND query_id = k.attempt AND kind = 'cobro'))
      AND NOT ${isSpent(sql)})
    RETURNING paid_by IS NOT NULL AS free`;
  if (claimed !== undefined) return claimed.free ? 'free' : 'charge';
  const [refused] = await sql<{ same: boolean; spent: boolean }[]>`
    SELECT digest = ANY (${digests}::text[]::bytea[]) AS same, ${isSpent(sql)} AS spent
    FROM idempotency_keys k WHERE integration_id = ${integrationId} AND key = ${key}`;
  if (refused?.same === false) return 'reused';
  return refused?.spent ? 'spent' : 'under_way';
}

function isOld(sql: Sql) {
  return sql`k.created_at <= clock_timestamp() - make_interval(hours => ${keyHours})`;
}

/** Selects the charged query of a key; from the ledger if nobody released the key. */
function paidBy(sql: Sql) {
  return sql`coalesce(k.paid_by, (SELECT query_id FROM ledger_entries
    WHERE integration_id = k.integration_id AND query_id = k.attempt AND kind = 'cobro'
      AND amount < 0))`;
}

function isSpent(sql: Sql) {
  return sql`EXISTS (
    SELECT FROM ledger_entries c WHERE c.integration_id = k.integration_id
      AND c.query_id = ${paidBy(sql)} AND c.kind = 'cobro'
      AND (k.repetitions >= ${keyRepetitions}
        OR c.created_at <= clock_timestamp() - make_interval(mins => ${keyMinutes})
        OR EXISTS (SELECT FROM undelivered_answers u WHERE u.query_id = c.query_id)
        OR EXISTS (SELECT FROM ledger_entries d
          WHERE d.integration_id = k.integration_id AND d.query_id = c.query_id
            AND d.kind = 'devolucion')))`;
}

/**
 * Releases a key whose query has ended, so that the next one need not wait. Stores the charged
 * query in the row, because a waiting claim has an older snapshot of the ledger.
 */
export async function releaseKey(sql: Sql, { integrationId, key, queryId }: KeyedQuery) {
  await sql`
    UPDATE idempotency_keys k SET under_way_until = NULL, paid_by = ${paidBy(sql)}
    WHERE integration_id = ${integrationId} AND key = ${key} AND attempt = ${queryId}`;
}

const MAX_FORGOTTEN_AT_ONCE = 5_000;

/** Deletes expired keys, which no query under way can hold. Returns their number. */
export async function forgetKeys(sql: Sql): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const count = await forgetSomeKeys(sql);
    forgotten += count;
    if (count < MAX_FORGOTTEN_AT_ONCE) return forgotten;
  }
}

async function forgetSomeKeys(sql: Sql): Promise<number> {
  const rows = await sql`
    DELETE FROM idempotency_keys WHERE (integration_id, key) IN (
      SELECT integration_id, key FROM idempotency_keys
      WHERE created_at <= clock_timestamp() - make_interval(hours => ${keyHours})
        AND (under_way_until IS NULL OR under_way_until <= clock_timestamp())
      ORDER BY created_at LIMIT ${MAX_FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  return rows.count;
}
