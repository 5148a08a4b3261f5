import { expect, it } from 'vitest';
import { VERSION } from '@/lib/base/env/version';
import { freePort } from '@/lib/base/process/free-port';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import type { ReceivedSpan } from '@/testing/otlp-receiver';
import { startProgram } from '@/testing/program';
import { startRawSource } from '@/testing/raw-source';
import { sharedHarness } from '@/testing/shared-parts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

const OTHER_TRACE = TRACE.replaceAll('4', '5');
/** Kind of a span that waits for another service (OTLP). */
const CLIENT = 3;

let sourceStatus = 200;
const headersOfCalls: (string | undefined)[] = [];
const source = await startRawSource((request, response) => {
  headersOfCalls.push(request.headers.traceparent?.toString());
  response.statusCode = sourceStatus;
  response.end('{"exito":true,"responseCode":0,"datos":{}}');
});

const port = await freePort();
const receiverUrl = `http://127.0.0.1:${port}`;
const args = ['--import', 'tsx', 'testing/otlp-receiver.ts', String(port)];
const receiver = await startProgram({ args, readyUrl: `${receiverUrl}/spans` });
const harness = await sharedHarness({
  ...LOOKUPS_ALONE,
  CATALOGOS_URL: source.url,
  OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl,
});
harness.onStop(receiver.stop);
const app = await harness.startApp();

it('traces a request from the client to the source, and links the statements that it shared', async () => {
  const integration = await createTestIntegration(harness.databaseUrl);
  const askIn = (traceId: string) =>
    ask(
      app.url,
      '/catalogos/omisos',
      integration,
      { nit: '2456712' },
      { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` },
    );
  expect((await askIn(TRACE)).status).toBe(200);
  sourceStatus = 503;
  expect((await askIn(OTHER_TRACE)).status).toBe(502);
  await app.stop();
  const spans: ReceivedSpan[] = await (await fetch(`${receiverUrl}/spans`)).json();
  const named = (name: string) => spans.find((span) => span.name === name);
  const callIn = (traceId: string) =>
    spans.find((span) => span.name === 'source' && span.traceId === traceId);

  const request = named('lookup omisos');
  expect(request).toMatchObject({
    traceId: TRACE,
    parentSpanId: CLIENT_SPAN,
    attributes: {
      'http.response.status_code': 200,
      'pasarela.outcome': 'empty',
      'pasarela.responsible': 'nobody',
    },
    resource: { 'service.name': 'pasarela', 'service.version': VERSION },
  });
  expect(JSON.stringify(spans)).not.toContain('2456712');
  const call = callIn(TRACE);
  expect(call).toMatchObject({
    traceId: TRACE,
    parentSpanId: request?.spanId,
    kind: CLIENT,
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
  });
  expect(call?.attributes['server.port']).toBe(Number(new URL(source.url).port));
  expect(callIn(OTHER_TRACE)?.attributes).toMatchObject({
    'http.response.status_code': 503,
    'error.type': '503',
  });
  expect(headersOfCalls[0]).toBe(`00-${TRACE}-${call?.spanId}-01`);
  const link = { traceId: TRACE, spanId: request?.spanId };
  for (const batch of ['credentials', 'reserve', 'settle'].map((name) => named(`batch ${name}`))) {
    expect(batch?.traceId).not.toBe(TRACE);
    expect(batch?.kind).toBe(CLIENT);
    expect(batch?.links).toMatchObject([link]);
    expect(request?.links).toContainEqual(expect.objectContaining({ spanId: batch?.spanId }));
  }
  expect(app.output()).toMatch(new RegExp(`"traceId":"${TRACE}".*"outcome":"empty"`));
}, 60_000);
