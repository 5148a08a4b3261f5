import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wellKnown } from '@/simulator/well-known';
import type { TestApp } from '@/testing/app';
import { type Harness, startHarness } from '@/testing/harness';
import { ask } from '@/testing/http';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';

let harness: Harness;
let integration: TestIntegration;

beforeAll(async () => {
  harness = await startHarness();
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

describe('a server that is told to stop', () => {
  it('is told twice and still answers what is under way', async () => {
    const app = await harness.startApp();
    await control('DELETE', 'calls');
    await control('POST', 'faults', { behaviour: 'gate' });
    const underWay = ask(app.url, '/catalogos/cui-nit', integration, query);
    await control('GET', 'wait?gated=1');
    interruptTwice(app);
    await expect.poll(() => refusing(app.url)).toBe(true);
    interruptTwice(app);
    await control('DELETE', 'faults');
    expect((await underWay).status).toBe(200);
    expect(await app.exited).toBe(0);
  });

  it('refuses new connections, answers what is under way and what open connections still send', async () => {
    const app = await harness.startApp();
    const keepAlive = new Client(app.url);
    const ping = () => keepAlive.request({ method: 'GET', path: '/health' });
    await (await ping()).body.dump();

    await control('DELETE', 'calls');
    await control('POST', 'faults', { behaviour: 'gate' });
    const underWay = ask(app.url, '/catalogos/cui-nit', integration, query);
    await control('GET', 'wait?gated=1');
    const stopped = app.stop();
    await expect.poll(() => refusing(app.url)).toBe(true);

    const late = await ping();
    expect(late.statusCode).toBe(503);
    expect(late.headers.connection).toBe('close');
    await late.body.dump();
    await control('DELETE', 'faults');
    const answer = await underWay;
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    expect(await stopped).toBe(0);
    await keepAlive.destroy();
  });
});
