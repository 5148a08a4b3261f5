import { expect, it } from 'vitest';
import { SECOND_MS } from '@/lib/time';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import type { RecordFilter } from './filter';
import { MOST_SETTLED, settledSince } from './settled-since';

/** Filters without an integration count every record of the database. */
const { db, sql } = await ownDatabase();

const micros = (instant: Date) => BigInt(instant.getTime()) * 1_000n;

/** A record of a query that began and ended so many seconds ago. */
async function plant(beganS: number, endedS: number, changes: Partial<PlantedRecord> = {}) {
  const now = Date.now();
  const createdAt = new Date(now - beganS * SECOND_MS);
  const record = recordOf({ createdAt, ...changes });
  await plantRecords(sql, [record]);
  const endedAt = new Date(now - endedS * SECOND_MS).toISOString();
  await sql`UPDATE query_records SET settled_at = ${endedAt}::timestamptz WHERE id = ${record.id}`;
}

it('counts what was written since, also of queries that began before, and nothing twice', async () => {
  const { at: start, count } = await settledSince(db, {});
  expect(count).toBe(0);
  expect(Math.abs(Number(start / 1000n) - Date.now())).toBeLessThan(60 * SECOND_MS);
  const since = micros(new Date(Date.now() - 20 * SECOND_MS));
  await plant(40, 30);
  await plant(50, 10);
  await plant(5, 4, { status: 404, outcome: 'source_not_found', charged: 0n, integrationId: 2 });
  const counted = async (filter: RecordFilter, from = since) =>
    (await settledSince(db, filter, from)).count;
  expect(await counted({})).toBe(2);
  expect(await counted({ integrationId: 2 })).toBe(1);
  expect(await counted({ status: '2xx' })).toBe(1);
  expect(await counted({ outcome: 'source_unavailable' })).toBe(0);
  const { at } = await settledSince(db, {}, since);
  expect(await settledSince(db, {}, at)).toMatchObject({ count: 0 });
});

it('leaves what was stamped this moment to the next count, and never goes back', async () => {
  const ahead = micros(new Date(Date.now() + 5 * SECOND_MS));
  expect(await settledSince(db, {}, ahead)).toEqual({ count: 0, at: ahead });
  const since = micros(new Date(Date.now() - SECOND_MS));
  await plant(1, 0, { integrationId: 3 });
  const first = await settledSince(db, { integrationId: 3 }, since);
  expect(first.count).toBe(0);
  expect(first.at).toBeGreaterThanOrEqual(since);
});

it('stops counting at a thousand', async () => {
  const now = new Date();
  const one = recordOf({ integrationId: 4, createdAt: new Date(now.getTime() - 3 * SECOND_MS) });
  await plantRecords(sql, [one]);
  await sql`INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status,
      outcome, charged, request_id, created_at, settled_at)
    SELECT gen_random_uuid(), integration_id, credential_id, lookup, estado, status, outcome, charged,
      request_id, created_at, created_at
    FROM query_records, generate_series(1, ${MOST_SETTLED + 20}) WHERE id = ${one.id}`;
  const since = micros(new Date(now.getTime() - 10 * SECOND_MS));
  expect((await settledSince(db, { integrationId: 4 }, since)).count).toBe(MOST_SETTLED);
});
