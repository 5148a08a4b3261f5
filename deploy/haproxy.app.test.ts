import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { failureBody } from '@/lib/contract/failure-body';
import { failureAnswers } from '@/lib/contract/failures';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { credentials } from '@/testing/load/requests';
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
