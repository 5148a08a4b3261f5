import { createHash, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectSql } from '@/db/client';
import { held, queryOf, settlementOf } from '@/testing/billing';
import { createTestIntegration } from '@/testing/integration';
import { claimKey, forgetKeys, type KeyedQuery, releaseKey } from './idempotency';
import { createReserve } from './reserve';
import { createSettle } from './settle';

const databaseUrl = inject('databaseUrl');
const sql = connectSql(databaseUrl);
const settle = createSettle(sql);
const reserve = createReserve(sql, settle);

afterAll(() => sql.end());

const digestOf = (text: string) => createHash('sha256').update(text).digest();

async function keyed(changes: Partial<KeyedQuery> = {}): Promise<KeyedQuery> {
  const { id } = await createTestIntegration(databaseUrl);
  const digests = [digestOf('a body')];
  return { integrationId: id, key: randomUUID(), digests, queryId: uuidv7(), ...changes };
}

function again(query: KeyedQuery, changes: Partial<KeyedQuery> = {}): KeyedQuery {
  return { ...query, queryId: uuidv7(), ...changes };
}

async function charge({ integrationId, queryId }: KeyedQuery): Promise<void> {
  await settle(settlementOf(held(await reserve(queryOf(integrationId, { queryId })))));
}

describe('a key of an integrator', () => {
  it('is free after its query was charged, every time', async () => {
    const first = await keyed();
    expect(await claimKey(sql, first)).toBe('charge');
    await charge(first);
    await releaseKey(sql, first);
    for (const next of [again(first), again(first)]) {
      expect(await claimKey(sql, next)).toBe('free');
      await releaseKey(sql, next);
    }
  });

  it('is free although the process died between the charge and the answer', async () => {
    const first = await keyed();
    await claimKey(sql, first);
    await charge(first);
    expect(await claimKey(sql, again(first))).toBe('free');
  });

  it('is charged when the query before it was not, or at zero', async () => {
    const empty = await keyed();
    await claimKey(sql, empty);
    const settleFree = createSettle(sql, { chargeEmptyAnswers: false });
    const hold = held(await reserve(queryOf(empty.integrationId, { queryId: empty.queryId })));
    await settleFree(settlementOf(hold, { outcome: 'found_empty' }));
    expect(await claimKey(sql, again(empty))).toBe('charge');
    const first = await keyed();
    await claimKey(sql, first);
    await releaseKey(sql, first);
    expect(await claimKey(sql, again(first))).toBe('charge');
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
    const first = await keyed();
    await claimKey(sql, first);
    await charge(first);
    await releaseKey(sql, first);
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
});
