import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectSql } from '@/db/client';
import { cuiNit } from '@/lib/sources/cui-nit';
import { accountOf, chargesOf, recordsOf } from '@/testing/billing';
import { createGatewayDatabase, openTestGateway, type TestGateway } from '@/testing/gateway';
import { createTestIntegration } from '@/testing/integration';
import { type RawSource, startRawSource } from '@/testing/raw-source';

const CEILING_MS = 2_000;
/** More than four fifths of the ceiling. */
const SLOW_MS = 1_700;

let databaseUrl: string;
let source: RawSource;
let test: TestGateway;
let reached: () => void = () => {};

beforeAll(async () => {
  databaseUrl = await createGatewayDatabase(inject('databaseUrl'), 'time_limits');
  source = await startRawSource((_request, response) => {
    reached();
    setTimeout(() => response.end('{"exito":true,"datos":{}}'), SLOW_MS);
  });
  test = openTestGateway(databaseUrl, source.url, { SOURCE_TIMEOUT_MS: String(CEILING_MS) });
});
afterAll(async () => {
  await test.close();
  await source.close();
});

it('gives the source the whole ceiling', async () => {
  const integration = await createTestIntegration(databaseUrl);
  const { status } = await test.ask(cuiNit, integration);
  expect(status).toBe(200);
  expect(await recordsOf(test.gateway.sql, integration.id)).toMatchObject([{ status: 200 }]);
});

it('has two seconds of its own to settle after the ceiling', async () => {
  const integration = await createTestIntegration(databaseUrl);
  const other = connectSql(databaseUrl, { max: 1 });
  const afterReservation = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const startedAt = performance.now();
  const asked = test
    .ask(cuiNit, integration)
    .then(({ status }) => ({ status, durationMs: performance.now() - startedAt }));
  await afterReservation;
  await other.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${integration.id} FOR UPDATE`;
    await tx`SELECT pg_sleep(2)`;
  });
  const { status, durationMs } = await asked;
  await other.end();
  expect(status).toBe(200);
  expect(durationMs).toBeGreaterThan(CEILING_MS);
  expect(await chargesOf(test.gateway.sql, integration.id)).toEqual([5_000n]);
  expect(await accountOf(test.gateway.sql, integration.id)).toMatchObject({ reservado: 0n });
});
