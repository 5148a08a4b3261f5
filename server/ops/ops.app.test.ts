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
