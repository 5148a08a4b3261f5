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

const headersOfCalls: (string | undefined)[] = [];
const source = await startRawSource((request, response) => {
  headersOfCalls.push(request.headers.traceparent?.toString());
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
  const traceparent = `00-${TRACE}-${CLIENT_SPAN}-00`;
  const { status } = await ask(
    app.url,
    '/catalogos/omisos',
    integration,
    { nit: '2456712' },
    { traceparent },
  );
  expect(status).toBe(200);
  await app.stop();
  const spans: ReceivedSpan[] = await (await fetch(`${receiverUrl}/spans`)).json();
  const named = (name: string) => spans.find((span) => span.name === name);

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
  const call = named('source');
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId });
  expect(headersOfCalls).toEqual([`00-${TRACE}-${call?.spanId}-01`]);
  const link = { traceId: TRACE, spanId: request?.spanId };
  for (const batch of ['credentials', 'reserve', 'settle'].map((name) => named(`batch ${name}`))) {
    expect(batch?.traceId).not.toBe(TRACE);
    expect(batch?.links).toMatchObject([link]);
    expect(request?.links).toContainEqual(expect.objectContaining({ spanId: batch?.spanId }));
  }
  expect(app.output()).toMatch(new RegExp(`"traceId":"${TRACE}".*"outcome":"empty"`));
}, 60_000);
