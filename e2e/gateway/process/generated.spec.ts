import { createServer, type Server } from 'node:http';
import { catalogRtu } from '@/cli/conformance/lookups';
import { makeCast } from '@/e2e/fuzz/cast';
import { limitsFor } from '@/e2e/fuzz/limits';
import { describeFuzzed } from '@/e2e/fuzz/report';
import { fuzz } from '@/e2e/fuzz/run';
import { EntryPoint, freshAddress } from '@/e2e/gateway/entry-point';
import { expect, expectError, test } from '@/e2e/gateway/fixtures';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { isJsonObject, parseJson } from '@/lib/json';
import { limitVariables } from '@/testing/harness';
import { everything } from '@/testing/scope';
import { withApp } from './with-app';

/** Requests that nobody wrote; `npm run contract:fuzz` makes as many as one wants. */

const REQUESTS = everything ? 500 : 40;
const CALLER = { nombre: 'nadie', token: 'pas_dev_ninguno' };

test('no generated request is answered outside the document or with a 500', async ({
  db,
  api: { environment },
}) => {
  test.setTimeout(120_000);
  const limits = limitsFor(REQUESTS);
  await withApp('server', limitVariables(limits), db, async ({ entryPoint }) => {
    const cast = await makeCast(environment.databaseUrl);
    const document = openApiDocument('en', limits);
    const seed = Date.now() % 1_000_000;
    const fuzzed = await fuzz({
      url: entryPoint.origin.origin,
      document,
      cast,
      requests: REQUESTS,
      seed,
    });
    const broken = fuzzed.filter((one) => one.broken !== undefined);
    expect(broken, `seed ${seed}\n${describeFuzzed(fuzzed)}`).toEqual([]);
    expect(fuzzed.map(({ requests }) => requests)).toEqual(fuzzed.map(() => REQUESTS));
  });
});

test('a request that Next’s router would answer by itself gets the lookup’s answer', async ({
  api,
}) => {
  const entryPoint = new EntryPoint('server', api.environment);
  const headers = { 'x-forwarded-for': freshAddress() };
  const { path, messages } = catalogRtu;
  for (const method of ['TRACE', 'QUERY'] as const) {
    expectError(await entryPoint.send(path, { method, headers }), catalogRtu, 405, messages.method);
  }
  const asComponent = await entryPoint.send(path, { headers: { ...headers, rsc: '1' } });
  expectError(asComponent, catalogRtu, 403, messages.missingCredentials);
  expect((await entryPoint.send('/docs', { method: 'TRACE', headers })).status).toBe(405);
  await entryPoint.close();
});

test('a generated request that is answered wrongly is told in its smallest form', async () => {
  const limits = limitsFor(REQUESTS);
  const server = await startWrong();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const fuzzed = await fuzz({
    url: `http://127.0.0.1:${port}`,
    document: openApiDocument('en', limits),
    cast: {
      ordinary: [CALLER],
      busy: CALLER,
      receipts: CALLER,
      poor: CALLER,
      disabled: CALLER,
      suspended: CALLER,
    },
    requests: REQUESTS,
    seed: 1,
  }).finally(() => server.close());
  const found = fuzzed.map(({ lookup, broken }) => {
    if (broken === undefined) return { lookup };
    const body = parseJson(String(broken.request.content));
    return { lookup, problem: broken.problem, body, fields: Object.keys(Object(body)).length };
  });
  const wrong = {
    problem: '418 is not in the document',
    body: expect.objectContaining({ actualizado: true }),
    fields: 2,
  };
  expect(found).toEqual([
    { lookup: 'renap' },
    { lookup: 'rtu' },
    { lookup: 'cui-nit', ...wrong },
    { lookup: 'rtu-v2', ...wrong },
    { lookup: 'omisos', ...wrong },
  ]);
});

/** Limits everybody, as the document says, but who asks for data of the moment. */
async function startWrong(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = parseJson(Buffer.concat(chunks).toString('utf8'));
    const wrong = isJsonObject(body) && body.actualizado === true;
    const headers = { 'x-request-id': 'siempre-igual', 'cache-control': 'no-store' };
    if (wrong) return response.writeHead(418, headers).end();
    response.writeHead(429, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
    return response.end('Too many requests, please try again later.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
