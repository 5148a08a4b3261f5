import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { SECOND_MS } from '@/lib/base/time/time';
import { failureBody } from '@/lib/contract/envelopes';
import { failureAnswers } from '@/lib/contract/failures';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { LOOKUPS_ALONE, NO_LIMITS } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { startProgram } from '@/testing/program';
import { startRawSource } from '@/testing/raw-source';
import { credentials } from '@/testing/requests';
import { haproxyConfig, startReverseProxy } from '@/testing/reverse-proxies';
import { sharedHarness } from '@/testing/shared-parts';
import { startTcpProxy } from '@/testing/tcp-proxy';

const RATE = 60;

let registryStatus = 200;
const registry = await startRawSource((_request, response) => {
  response.writeHead(registryStatus).end('{"data":null}');
});
const harness = await sharedHarness({ ...LOOKUPS_ALONE, RENAP_URL: registry.url });
const integration = await createTestIntegration(harness.databaseUrl, { saldo: 1_000_000_000n });
const app = await harness.startApp();

async function ask(url: string, lookup: (typeof LOOKUPS)[number]) {
  const { path, bodyFor } = lookupFacts[lookup];
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials(integration) },
    body: JSON.stringify(bodyFor(wellKnown.individual)),
  });
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), body: await response.text() };
}

/** Starts HAProxy with frontends of the shipped file. */
async function startHaproxy(shipped: string, at: { targets?: number[]; ops?: number[] } = {}) {
  const port = await freePort();
  const bind = `127.0.0.1:${port}`;
  const config = haproxyConfig(shipped, { bind, plain: `127.0.0.1:${await freePort()}`, ...at });
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-haproxy-'));
  harness.onStop(() => rm(folder, { recursive: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const url = `http://${bind}`;
  const args = ['-db', '-f', file];
  const proxy = await startProgram({ program: 'haproxy', args, readyUrl: `${url}/health` });
  harness.onStop(proxy.stop);
  return { url, output: proxy.output };
}

it('haproxy.cfg goes on when every check fails, and answers as the contract says when nothing is left', async () => {
  // Nobody listens there, so every check fails while every lookup succeeds.
  const proxy = await startReverseProxy('haproxy', app.port, await freePort());
  harness.onStop(proxy.stop);
  const url = `http://127.0.0.1:${proxy.ports.h1}`;
  await expect.poll(() => proxy.output()).toContain('Running on backup');
  for (const lookup of LOOKUPS) expect((await ask(url, lookup)).status).toBe(200);

  // What the person registry answers is passed on as it came.
  registryStatus = 503;
  expect((await ask(url, 'renap')).status).toBe(503);

  await app.stop();
  for (const lookup of LOOKUPS) {
    const { family } = lookupFacts[lookup];
    const { type, body } = failureBody(family, 'source_unavailable');
    const { status } = failureAnswers[family].source_unavailable;
    expect(await ask(url, lookup)).toEqual({ status, type, body });
  }
  expect((await fetch(`${url}/login`)).status).toBe(503);
});

it('haproxy-one-machine.cfg spreads lookups over the instances of a machine, and gives pages to one', async () => {
  const [first, second, pages] = await Promise.all([
    harness.startApp({ OPS_PORT: String(await freePort()) }),
    harness.startApp({ OPS_PORT: String(await freePort()) }),
    harness.startApp({ PASARELA_SERVES: 'pages' }),
  ]);
  const frontends = (await readFile('deploy/haproxy.cfg', 'utf8')).replace(/^backend [\s\S]*/m, '');
  const backends = (await readFile('deploy/haproxy-one-machine.cfg', 'utf8'))
    .replace(/.*300[34].*\n/g, '')
    .replaceAll(/ check port \d+/g, '')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${first.port}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${second.port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${pages.port}`);
  const { url } = await startHaproxy(frontends + backends);

  for (let n = 0; n < 10; n += 1) expect((await ask(url, 'cui-nit')).status).toBe(200);
  const answered = [first, second].map(({ output }) => output().split('"event":"lookup"').length);
  expect(Math.min(...answered)).toBeGreaterThan(1);
  // On a busy machine a check of the pages may have failed once; HAProxy uses them after the next.
  const login = async () => (await fetch(`${url}/login`)).status;
  await expect.poll(login, { timeout: 30_000 }).toBe(200);
});

it('haproxy.cfg sends nothing to an instance that is cut off from its sources, until it reaches them again', async () => {
  const wires = await Promise.all([0, 1].map(() => startTcpProxy(harness.sourceUrl)));
  for (const wire of wires) harness.onStop(wire.close);
  const ops = await Promise.all([freePort(), freePort()]);
  const apps = await Promise.all(
    wires.map(({ url }, place) =>
      harness.startApp({
        RENAP_URL: `${url}renap`,
        RTU_URL: `${url}rtu`,
        CATALOGOS_URL: `${url}catalogos`,
        OPS_PORT: String(ops[place]),
        ...NO_LIMITS,
      }),
    ),
  );
  const targets = apps.map(({ port }) => port);
  const { url, output } = await startHaproxy(await readFile('deploy/haproxy.cfg', 'utf8'), {
    targets,
    ops,
  });
  const ready = async (place: number) =>
    (await fetch(`http://127.0.0.1:${ops[place]}/readyz`)).json();
  const count = async (seconds: number) => {
    const counts = { answers: 0, failed: 0 };
    const until = performance.now() + seconds * SECOND_MS;
    while (performance.now() < until) {
      const lookup = LOOKUPS[counts.answers % LOOKUPS.length] ?? 'rtu';
      const [{ status }] = await Promise.all([ask(url, lookup), pause(SECOND_MS / RATE)]);
      counts.answers += 1;
      if (status !== 200) counts.failed += 1;
    }
    return counts;
  };
  const whole = await count(2);
  await wires[1]?.cut();
  await count(5);
  await expect.poll(output).toContain('pasarela/two is DOWN');
  const afterwards = await count(10);
  const sources = [new URL(wires[1]?.url ?? '').origin];
  expect(await ready(1)).toMatchObject({ ready: false, sources });
  expect((await fetch(`${apps[1]?.url}/health`)).status).toBe(200);
  await wires[1]?.mend();
  await expect.poll(output).toContain('pasarela/two is UP');
  const mended = await count(5);
  expect(whole.failed).toBe(0);
  expect(afterwards.failed / afterwards.answers).toBeLessThan(0.02);
  expect(mended.failed / mended.answers).toBeLessThan(0.02);

  // When every instance is cut off, all are used, for pages too: these serve none.
  await Promise.all(wires.map((wire) => wire.cut()));
  await count(3);
  await expect.poll(output).toContain('Running on backup');
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/login`)).status).toBe(404);
});
