import { createHash, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { claimKey, forgetKeys, type KeyedQuery, releaseKey } from './idempotency';
import { refund } from './refund';

const { sql, settle, holdOf, chargeOf, newIntegration, act } = sharedDatabase();
/** Another gateway on the same database. */
const { sql: other } = sharedDatabase();

const digestOf = (text: string) => createHash('sha256').update(text).digest();

async function keyed(changes: Partial<KeyedQuery> = {}): Promise<KeyedQuery> {
  const { id } = await newIntegration();
  const digests = [digestOf('a body')];
  return { integrationId: id, key: randomUUID(), digests, queryId: uuidv7(), ...changes };
}

function again(query: KeyedQuery, changes: Partial<KeyedQuery> = {}): KeyedQuery {
  return { ...query, queryId: uuidv7(), ...changes };
}

async function charge({ integrationId, queryId }: KeyedQuery, free = false): Promise<void> {
  await chargeOf(integrationId, { queryId, free });
}

/** A key whose query was charged and answered. */
async function chargedKey(): Promise<KeyedQuery> {
  const first = await keyed();
  await claimKey(sql, first);
  await charge(first);
  await releaseKey(sql, first);
  return first;
}

describe('a key of an integrator', () => {
  it('is free exactly so often however many gateways ask at once', async () => {
    const first = await chargedKey();
    let free = 0;
    const ask = async (gateway: typeof sql) => {
      for (;;) {
        const next = again(first);
        const claimed = await claimKey(gateway, next);
        if (claimed === 'spent') return;
        expect(['free', 'under_way']).toContain(claimed);
        if (claimed !== 'free') continue;
        free += 1;
        await releaseKey(gateway, next);
      }
    };
    await Promise.all([sql, other, sql, other, sql, other].map(ask));
    expect(free).toBe(keyFacts.keyRepetitions);
  });

  it('is refused when the charge is too long ago', async () => {
    const first = await keyed();
    await sql`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, 2, 'cobro', -1, saldo - 1, ${first.queryId}, past, 'consulta', past
      FROM accounts, LATERAL (SELECT clock_timestamp()
        - make_interval(mins => ${keyFacts.keyMinutes})) AS p(past)
      WHERE integration_id = ${first.integrationId}`;
    await sql`
      UPDATE accounts SET saldo = saldo - 1, ledger_seq = 2
      WHERE integration_id = ${first.integrationId}`;
    await claimKey(sql, first);
    await releaseKey(sql, first);
    expect(await claimKey(sql, again(first))).toBe('spent');
  });

  it('is refused after the charge was refunded', async () => {
    const first = await chargedKey();
    const [found] = await sql<{ nombre: string }[]>`
      SELECT nombre FROM integrations WHERE id = ${first.integrationId}`;
    await act(refund, { nombre: found?.nombre ?? '', queryId: first.queryId, nota: 'x' });
    expect(await claimKey(sql, again(first))).toBe('spent');
  });

  it('is free although the process died between the charge and the answer', async () => {
    const first = await keyed();
    await claimKey(sql, first);
    await charge(first);
    expect(await claimKey(sql, again(first))).toBe('free');
  });

  it('is charged when the query before it was charged at zero', async () => {
    const empty = await keyed();
    await claimKey(sql, empty);
    const hold = await holdOf(empty.integrationId, { queryId: empty.queryId });
    await settle(settlementOf(hold, { ending: 'empty', charge: 'zero' }));
    expect(await claimKey(sql, again(empty))).toBe('charge');
  });

  it('is charged when the query before it was not, and known for a day from then', async () => {
    const first = await keyed();
    await claimKey(sql, first);
    await releaseKey(sql, first);
    const age = () => sql`
      UPDATE idempotency_keys SET created_at = created_at - interval '23 hours'
      WHERE integration_id = ${first.integrationId}`;
    await age();
    const second = again(first);
    expect(await claimKey(sql, second)).toBe('charge');
    await charge(second);
    await releaseKey(sql, second);
    await age();
    expect(await claimKey(sql, again(first))).toBe('free');
  });

  it('is taken by one of many at once; the others find it under way', async () => {
    const first = await keyed();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimKey(sql, again(first))));
    expect(claims.sort()).toEqual(['charge', ...Array.from({ length: 7 }, () => 'under_way')]);
  });

  it('is not given back by anybody but the query that holds it', async () => {
    const first = await keyed();
    await claimKey(sql, first);
    await releaseKey(sql, again(first));
    expect(await claimKey(sql, again(first))).toBe('under_way');
  });

  it('is refused with another body, and known under an older key of the deployment', async () => {
    const first = await keyed();
    await claimKey(sql, first);
    await releaseKey(sql, first);
    expect(await claimKey(sql, again(first, { digests: [digestOf('another')] }))).toBe('reused');
    const rotated = [digestOf('under a new key'), ...first.digests];
    expect(await claimKey(sql, again(first, { digests: rotated }))).toBe('charge');
  });

  it('of one integration says nothing about another', async () => {
    const first = await keyed();
    const other = await keyed({ key: first.key });
    await claimKey(sql, first);
    expect(await claimKey(sql, other)).toBe('charge');
  });

  it('starts anew after a day, and is forgotten', async () => {
    const first = await chargedKey();
    await sql`
      UPDATE idempotency_keys SET created_at = clock_timestamp() - interval '24 hours'
      WHERE integration_id = ${first.integrationId}`;
    const second = again(first, { digests: [digestOf('another')] });
    expect(await claimKey(sql, second)).toBe('charge');
    await releaseKey(sql, second);
    await sql`
      UPDATE idempotency_keys SET created_at = clock_timestamp() - interval '24 hours'
      WHERE integration_id = ${first.integrationId}`;
    expect(await forgetKeys(sql)).toBeGreaterThan(0);
    const kept = await sql`
      SELECT FROM idempotency_keys WHERE integration_id = ${first.integrationId}`;
    expect(kept).toHaveLength(0);
  });

  it('deletes expired keys as fast as they come, though several instances do', async () => {
    const { integrationId } = await keyed();
    await sql`
      INSERT INTO idempotency_keys (integration_id, key, digest, attempt, created_at)
      SELECT ${integrationId}, 'key ' || n, 'x', gen_random_uuid(), clock_timestamp() - interval '2 days'
      FROM generate_series(1, 12000) n`;
    const counts = await Promise.all([forgetKeys(sql), forgetKeys(other)]);
    expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(12_000);
    const kept = await sql`SELECT FROM idempotency_keys WHERE integration_id = ${integrationId}`;
    expect(kept).toHaveLength(0);
  });
});
