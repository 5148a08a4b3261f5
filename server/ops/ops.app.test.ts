import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { expect, it } from 'vitest';
import { VERSION } from '@/lib/base/env/version';
import { freePort } from '@/lib/base/process/free-port';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { addFault, LOOKUPS_ALONE } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { pagesProcessOf } from '@/testing/proc';
import { credentials } from '@/testing/requests';
import { sharedHarness, sharedParts } from '@/testing/shared-parts';

/** These tests share one app. The last one stops it. */
const DRAIN_DELAY_MS = 1_000;
const PATIENCE_MS = 60_000;

const opsPort = await freePort();
const opsUrl = `http://127.0.0.1:${opsPort}`;
// Sources of its own: one of them waits.
const { sourcePort: _, ...parts } = sharedParts();
const harness = await sharedHarness({}, parts);
const integration = await createTestIntegration(harness.databaseUrl);
const app = await harness.startApp({
  OPS_PORT: String(opsPort),
  DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
});

async function probe(path: string) {
  const response = await fetch(`${opsUrl}${path}`);
  return { status: response.status, body: await response.json() };
}

/** Sends a query over kept connections, as a load balancer does. */
async function ask(pool: Pool, lookup: Lookup = 'cui-nit') {
  const { path, bodyFor } = lookupFacts[lookup];
  const { statusCode, headers, body } = await pool.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials(integration) },
    body: JSON.stringify(bodyFor(wellKnown.individual)),
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
  const build = expect.stringMatching(/^[0-9a-f]{12}$/);
  const { body } = await probe('/version');
  const deploymentId = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(body).toMatchObject({ service: 'pasarela', version: VERSION, build, deploymentId });
  expect((await probe('/elsewhere')).status).toBe(404);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(404);
});

it('counts a lookup, and tells the metrics of both processes and of the database', async () => {
  const pool = new Pool(app.url);
  await ask(pool);
  await pool.close();
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const value = (series: string) => {
    const line = metrics.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };
  const { version, node, deploymentId } = (await probe('/version')).body;
  const build = `{version="${version}",node="${node}",deployment_id="${deploymentId}"}`;
  expect(value(`pasarela_build_info${build}`)).toBe(1);
  const found = '{lookup="cui-nit",outcome="found",responsible="nobody",status="200"}';
  expect(value(`pasarela_lookups_total${found}`)).toBe(1);
  // What has never happened starts at 0, so that its first time is an increase.
  const failed = '{lookup="rtu",outcome="failure",responsible="ours",status="500"}';
  expect(value(`pasarela_lookups_total${failed}`)).toBe(0);
  expect(value('pasarela_task_failures_total{task="fold_counts"}')).toBe(0);
  const sending = '{task="send_notices",runs_on="pages",process="pages"}';
  expect(value(`pasarela_task_period_seconds${sending}`)).toBe(1);
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

it('answers what waits in the queue of its port when it stops', async () => {
  const busy = await harness.startApp(LOOKUPS_ALONE);
  process.kill(busy.pid, 'SIGSTOP');
  const sockets = Array.from({ length: 40 }, () => connect(busy.port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write('GET /health HTTP/1.1\r\nHost: any\r\n\r\n');
  process.kill(busy.pid, 'SIGTERM');
  process.kill(busy.pid, 'SIGCONT');
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  // A 200 where the app accepted the connection before it read the signal, otherwise a 503.
  expect(answers.filter((answer) => !/^HTTP\/1\.1 (200|503)/.test(answer))).toEqual([]);
  expect(await busy.exited).toBe(0);
});

/** As a terminal does on Ctrl-C: the signal to the whole group, and npm's own copy of it. */
function interruptTwice(): void {
  process.kill(app.pid, 'SIGINT');
  process.kill(app.pid, 'SIGINT');
}

it('loses no request of a balancer that follows /health while it stops, though told twice', async () => {
  const { sourceUrl } = harness;
  const pool = new Pool(app.url, { connections: 8 });
  const slow = new Pool(app.url, { connections: 1 });
  const idle = new Pool(app.url, { connections: 1, keepAliveTimeout: PATIENCE_MS });
  const health = async () => (await fetch(`${app.url}/health`)).status;
  const statuses: number[] = [];
  const send = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(pool)));
    statuses.push(...answers.map(({ status }) => status));
  };
  await Promise.all([send(), ask(idle)]);
  await addFault(sourceUrl, { behaviour: 'gate', lookup: 'renap' });
  const underWay = ask(slow, 'renap');
  await fetch(`${sourceUrl}/_control/wait?gated=1`);
  const pages = await pagesProcessOf(app.pid);
  interruptTwice();
  // To the whole group, as systemd without KillMode=mixed.
  process.kill(pages, 'SIGTERM');
  do await send();
  while ((await health()) === 200);

  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { phase: 'draining' } });
  expect((await probe('/livez')).status).toBe(200);
  expect(await ask(pool)).toEqual({ status: 200, connection: 'close' });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => health().catch(() => 'refused')).toBe('refused');
  expect(await ask(idle)).toEqual({ status: 200, connection: 'close' });
  interruptTwice();
  await fetch(`${sourceUrl}/_control/faults`, { method: 'DELETE' });
  expect(await underWay).toEqual({ status: 200, connection: 'close' });
  expect(await app.exited).toBe(0);
  expect(app.output()).not.toContain('"event":"pages_exited"');
  await Promise.all([pool.close(), slow.close(), idle.close()]);
});
