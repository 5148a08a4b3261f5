import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@/lib/free-port';
import { VERSION } from '@/lib/version';
import { wellKnown } from '@/simulator/well-known';
import type { TestApp } from '@/testing/app';
import { type Harness, startHarness } from '@/testing/harness';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { sharedParts } from '@/testing/shared-parts';

/** These tests share one app. The last one stops it. */
const DRAIN_DELAY_MS = 1_000;

let harness: Harness;
let app: TestApp;
let integration: TestIntegration;
let opsUrl: string;

beforeAll(async () => {
  const opsPort = await freePort();
  opsUrl = `http://127.0.0.1:${opsPort}`;
  harness = await startHarness({}, sharedParts());
  integration = await createTestIntegration(harness.databaseUrl);
  app = await harness.startApp({
    OPS_PORT: String(opsPort),
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
  });
});
afterAll(() => harness.stop());

async function probe(path: string) {
  const response = await fetch(`${opsUrl}${path}`);
  return { status: response.status, body: await response.json() };
}

/** Sends a lookup over kept connections, as a load balancer does. */
async function lookup(pool: Pool) {
  const { statusCode, headers, body } = await pool.request({
    method: 'POST',
    path: '/catalogos/cui-nit',
    headers: {
      'content-type': 'application/json',
      'x-integracion-login': integration.nombre,
      'x-integracion-token': integration.token,
    },
    body: JSON.stringify({ nit: wellKnown.individual.nit }),
  });
  await body.dump();
  return { status: statusCode, connection: headers.connection };
}

it('answers probes on a port of their own', async () => {
  expect(await probe('/livez')).toEqual({ status: 200, body: { live: true } });
  expect(await probe('/startupz')).toEqual({ status: 200, body: { started: true } });
  expect(await probe('/readyz')).toEqual({
    status: 200,
    body: { ready: true, phase: 'serving', database: 'ok', schema: 'current', pages: 'ready' },
  });
  expect((await probe('/version')).body).toMatchObject({ service: 'pasarela', version: VERSION });
  expect((await probe('/elsewhere')).status).toBe(404);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(404);
});

it('counts a lookup, and tells the metrics of both processes and of the database', async () => {
  const pool = new Pool(app.url);
  await lookup(pool);
  await pool.close();
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const value = (series: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };
  const found = '{lookup="cui-nit",outcome="found",responsible="nobody",status="200"}';
  expect(value(`pasarela_lookups_total${found}`)).toBe(1);
  expect(value('pasarela_lookup_step_duration_seconds_count{step="settle"}')).toBe(1);
  expect(value('pasarela_batch_size_sum{batch="reserve"}')).toBe(1);
  expect(value('pasarela_source_connections{lookup="cui-nit"}')).toBe(1);
  expect(value('pasarela_source_circuit_state{lookup="cui-nit",state="closed"}')).toBe(1);
  expect(value('pasarela_database_state{state="ok"}')).toBe(1);
  expect(value('pasarela_partitions_ahead')).toBeGreaterThanOrEqual(3);
  expect(value('pasarela_database_sessions_limit')).toBeGreaterThan(0);
  for (const process of ['front', 'pages']) {
    expect(value(`nodejs_heap_size_used_bytes{process="${process}"}`)).toBeGreaterThan(1e6);
    expect(value(`process_start_time_seconds{process="${process}"}`)).toBeGreaterThan(1.7e9);
  }
});

it('loses no request of a balancer that follows /health while it stops', async () => {
  const pool = new Pool(app.url, { connections: 8 });
  const healthy = async () => (await fetch(`${app.url}/health`)).status === 200;
  const statuses: number[] = [];
  const send = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => lookup(pool)));
    statuses.push(...answers.map(({ status }) => status));
  };
  await send();
  const stopped = app.stop();
  do await send();
  while (await healthy());

  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { phase: 'draining' } });
  expect((await probe('/livez')).status).toBe(200);
  expect(await lookup(pool)).toEqual({ status: 200, connection: 'close' });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await pool.close();
  expect(await stopped).toBe(0);
});
