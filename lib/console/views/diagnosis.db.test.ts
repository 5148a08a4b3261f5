import { and } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryRecords } from '@/db/schema/index';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { newRequestId } from '@/lib/base/values/request-id';
import type { Failure } from '@/lib/contract/failures';
import type { Lookup } from '@/lib/contract/lookups';
import { rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { conditionsOf, type RecordFilter } from '@/lib/recording/filter';
import { RefusalCounter } from '@/lib/recording/refusals';
import { markRepeatedCharges } from '@/lib/recording/repeated-charges';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { diagnose, type Finding } from './diagnosis';

const { db, sql, newIntegration, act } = await ownDatabase();

type Change = Partial<PlantedRecord> & { readonly minutesAgo: number };

/** Diagnoses an integration with these records; each has an identifier of its own by default. */
async function diagnosisOf(changes: readonly Change[]) {
  const integration = await newIntegration();
  const records = changes.map(({ minutesAgo, ...change }, place) =>
    recordOf({
      integrationId: integration.id,
      identifierKeys: [BigInt(integration.id) * 1_000n + BigInt(place)],
      createdAt: new Date(Date.now() - minutesAgo * MINUTE_MS),
      ...change,
    }),
  );
  await plantRecords(sql, records);
  await markRepeatedCharges(db, undefined);
  return { integration, records, ...(await diagnose(db, integration)) };
}

async function listQueries(filter: RecordFilter): Promise<string[]> {
  const rows = await db
    .select()
    .from(queryRecords)
    .where(and(...conditionsOf(filter)));
  return rows.map(({ id }) => id);
}

/** Counts requests of an integration that were refused, each reason so many times. */
async function refuse(integrationId: number, lookup: Lookup, times: number, ...reasons: Failure[]) {
  const counter = new RefusalCounter();
  const call = { integrationId, nombre: '', lookup, address: '' };
  for (let n = 0; n < times; n += 1) {
    for (const reason of reasons) counter.count({ ...call, reason });
  }
  await counter.write(sql);
}

const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);
const goneAfter = (seconds: number) =>
  ({ status: null, ending: 'client_gone', charged: 0n, durationMs: seconds * SECOND_MS }) as const;

it('finds nothing in a client that behaves', async () => {
  const { findings, queries } = await diagnosisOf([
    { minutesAgo: 1 },
    { minutesAgo: 2, identifierKeys: [7n] },
    { minutesAgo: 30, identifierKeys: [7n] },
    { minutesAgo: 3, identifierKeys: [7n], lookup: 'omisos' },
    { minutesAgo: 4, ...goneAfter(5) },
  ]);
  expect({ findings, queries }).toEqual({ findings: [], queries: 5 });
});

it('finds two charges for an identifier within minutes, with what they cost too much', async () => {
  const { findings, integration, records } = await diagnosisOf([
    { minutesAgo: 1, identifierKeys: [9n] },
    { minutesAgo: 4, identifierKeys: [9n] },
    { minutesAgo: 40, identifierKeys: [9n] },
    { minutesAgo: 45, identifierKeys: [9n], charged: 0n },
  ]);
  const href = `/console/integrations/${integration.nombre}/queries?period=7d&charged=repeated`;
  expect(findings).toEqual([{ kind: 'pays_twice', count: 1, amount: 5_000n, href }]);
  const listed = await listQueries({ integrationId: integration.id, repeated: true });
  expect(listed).toEqual([records[0]?.id]);
});

it('finds when a client gives up, and which failures it repeats', async () => {
  const missing = { status: 404, ending: 'source_not_found', charged: 0n, identifierKeys: [11n] };
  const { findings } = await diagnosisOf([
    ...[5, 5.1, 5.2].map((seconds, n) => ({ minutesAgo: n, ...goneAfter(seconds) })),
    ...[0, 1, 2, 3, 4, 5].map((minutesAgo) => ({ minutesAgo, ...missing })),
  ]);
  expect(findings).toMatchObject([
    { kind: 'gives_up', count: 3, from: 5, to: 5 },
    { kind: 'repeats_failed', count: 5 },
  ]);
});

it('finds queries without a request id of the client, among those of a week', async () => {
  const own = Array.from({ length: 15 }, (_, n) => ({
    minutesAgo: n,
    requestId: newRequestId(),
  }));
  const theirs = Array.from({ length: 5 }, (_, n) => ({ minutesAgo: 20 + n }));
  const old = { minutesAgo: (8 * DAY_MS) / MINUTE_MS, requestId: newRequestId() };
  const { findings, queries } = await diagnosisOf([...own, ...theirs, old]);
  expect(queries).toBe(20);
  expect(findings).toMatchObject([{ kind: 'no_request_id', share: 0.75 }]);
});

it('finds every refused request, and an old token that is still used', async () => {
  const { integration, records } = await diagnosisOf([{ minutesAgo: 1 }]);
  const { id, nombre } = integration;
  await refuse(id, 'renap', 20, 'identifier_missing', 'rate_limit');
  const [old] = await sql`SELECT id FROM credentials WHERE integration_id = ${id}`;
  await act(rotate, { nombre, overlapMs: DAY_MS, deployment: 'development' });
  const used = { minutesAgo: 0, integrationId: id, credentialId: old?.id ?? 0 };
  await plantRecords(sql, [recordOf({ ...used, createdAt: new Date(Date.now() + SECOND_MS) })]);
  const { findings } = await diagnose(db, integration);
  expect(records).toHaveLength(1);
  expect(findings).toMatchObject([
    { kind: 'refused', count: 20, reason: 'identifier_missing' },
    { kind: 'refused', count: 20, reason: 'rate_limit' },
    { kind: 'old_token', count: 1, expiresAt: expect.any(Date) },
  ]);
  expect(kinds(findings)).not.toContain('pays_twice');
});

it('names the lookup that is not enabled and who disabled it, and nothing that the service brought about', async () => {
  const integration = await newIntegration();
  const { id, nombre } = integration;
  await act(setIntegration, { nombre, switches: { is_omisos_enabled: false } });
  await refuse(id, 'omisos', 1, 'not_enabled', 'switched_off', 'overloaded');
  const { findings } = await diagnose(db, integration);
  expect(findings).toMatchObject([
    {
      kind: 'refused',
      reason: 'not_enabled',
      lookups: ['omisos'],
      change: { actor: expect.any(String) },
    },
  ]);
});

it('says which token ended and who ended it when requests use a revoked one', async () => {
  const integration = await newIntegration();
  const { id, nombre, token } = integration;
  await act(rotate, { nombre, overlapMs: 0, deployment: 'development' });
  await refuse(id, 'omisos', 12, 'token_expired');
  const { findings } = await diagnose(db, integration);
  expect(findings).toMatchObject([
    {
      kind: 'refused',
      count: 12,
      reason: 'token_expired',
      since: expect.any(Date),
      token: `pas_dev_…${token.slice(-4)}`,
      change: { actor: expect.any(String), at: expect.any(Date) },
    },
  ]);
});
