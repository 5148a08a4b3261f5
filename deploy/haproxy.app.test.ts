import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { failureBody } from '@/lib/contract/failure-body';
import { failureAnswers } from '@/lib/contract/failures';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { credentials } from '@/testing/load/requests';
import { startProgram } from '@/testing/program';
import { startRawSource } from '@/testing/raw-source';
import { startReverseProxy } from '@/testing/reverse-proxies';
import { sharedHarness } from '@/testing/shared-parts';

let registryStatus = 200;
const registry = await startRawSource((_request, response) => {
  response.writeHead(registryStatus).end('{"data":null}');
});
const harness = await sharedHarness({ ...LOOKUPS_ALONE, RENAP_URL: registry.url });
const integration = await createTestIntegration(harness.databaseUrl);
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

it('haproxy.cfg goes on when every check fails, and answers as the contract says when nothing is left', async () => {
  // Nobody listens there, so every check fails while every lookup succeeds.
  const proxy = await startReverseProxy('haproxy', app.port, await freePort());
  harness.onStop(proxy.stop);
  const url = `http://127.0.0.1:${proxy.ports.h1}`;
  await expect.poll(() => proxy.output()).toContain('no server available');
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
  const port = await freePort();
  const frontends = (await readFile('deploy/haproxy.cfg', 'utf8'))
    .replace(/^backend [\s\S]*/m, '')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${await freePort()}`);
  const backends = (await readFile('deploy/haproxy-one-machine.cfg', 'utf8'))
    .replace(/.*300[34].*\n/g, '')
    .replaceAll(/ check port \d+/g, '')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${first.port}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${second.port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${pages.port}`);
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-haproxy-'));
  harness.onStop(() => rm(folder, { recursive: true }));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, frontends + backends);
  const url = `http://127.0.0.1:${port}`;
  const args = ['-db', '-f', file];
  const proxy = await startProgram({ program: 'haproxy', args, readyUrl: `${url}/health` });
  harness.onStop(proxy.stop);

  for (let n = 0; n < 10; n += 1) expect((await ask(url, 'cui-nit')).status).toBe(200);
  const answered = [first, second].map(({ output }) => output().split('"event":"lookup"').length);
  expect(Math.min(...answered)).toBeGreaterThan(1);
  expect((await fetch(`${url}/login`)).status).toBe(200);
});
