import { Client } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wellKnown } from '@/simulator/well-known';
import type { TestApp } from '@/testing/app';
import { type Harness, startHarness } from '@/testing/harness';
import { ask } from '@/testing/http';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { sharedParts } from '@/testing/shared-parts';

let harness: Harness;
let integration: TestIntegration;

beforeAll(async () => {
  // Sources of its own: a gate holds every query.
  const { url, stop } = sharedParts();
  harness = await startHarness({}, { url, stop });
  integration = await createTestIntegration(harness.databaseUrl);
});
afterAll(() => harness.stop());

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${harness.sourceUrl}/_control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`);
}

const query = { nit: wellKnown.individual.nit };
const refusing = (url: string) =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  );

/** As a terminal does on Ctrl-C: the signal to the whole group, and npm's own copy of it. */
function interruptTwice(app: TestApp): void {
  process.kill(app.pid, 'SIGINT');
  process.kill(app.pid, 'SIGINT');
}

it('a server told to stop takes no connections, and answers what is under way and still sent', async () => {
  const app = await harness.startApp();
  const keepAlive = new Client(app.url);
  const ping = () => keepAlive.request({ method: 'GET', path: '/health' });
  await (await ping()).body.dump();

  await control('POST', 'faults', { behaviour: 'gate' });
  const underWay = ask(app.url, '/catalogos/cui-nit', integration, query);
  await control('GET', 'wait?gated=1');
  interruptTwice(app);
  await expect.poll(() => refusing(app.url)).toBe(true);
  interruptTwice(app);

  const late = await ping();
  expect(late.statusCode).toBe(503);
  expect(late.headers.connection).toBe('close');
  await late.body.dump();
  await control('DELETE', 'faults');
  const answer = await underWay;
  expect(answer.status).toBe(200);
  expect(answer.headers.connection).toBe('close');
  expect(await app.exited).toBe(0);
  await keepAlive.destroy();
});
