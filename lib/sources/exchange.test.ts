import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Lookup } from '@/lib/contract/lookups';
import { startRawSource } from '@/testing/raw-source';
import { definitions } from './definitions';
import { createSourcePool, exchange, MAX_ANSWER_BYTES } from './exchange';

const pool = createSourcePool(8, 'source');
afterAll(() => pool.close());

type Respond = (response: ServerResponse) => unknown;

async function sourceThat(respond: Respond) {
  const source = await startRawSource((request, response) => {
    request.resume();
    request.once('end', () => respond(response));
  });
  return { url: source.url, credentials: { 'x-api-key': 'k' } };
}

const limits = (timeoutMs = 5_000) => ({
  deadlineAt: performance.now() + timeoutMs,
  signal: new AbortController().signal,
  requestId: 'request-1',
});

async function exchangeWith(respond: Respond, timeoutMs?: number) {
  return exchange(pool, await sourceThat(respond), {}, limits(timeoutMs));
}

/** Asks a lookup's source in our own format. */
function ask(lookup: Lookup, { url }: { readonly url: string }, request: unknown) {
  const account = { url, token: 'k' };
  const asking = definitions[lookup].adapters.pasarela?.open(account);
  return asking?.ask(pool, request, limits());
}

const unavailable = (cause: string) => ({ kind: 'failed', failure: 'source_unavailable', cause });
const unreachable = (cause: string) => ({ ...unavailable(cause), unreachable: true });

const json = { 'content-type': 'application/json' };

describe('an exchange with a source', () => {
  it('gives status and body of a JSON object, whatever the status', async () => {
    const answer = exchangeWith((response) => response.writeHead(418, json).end('{"a":1}'));
    expect(await answer).toEqual({
      kind: 'json',
      status: 418,
      body: { a: 1 },
      text: '{"a":1}',
    });
  });

  it.each([
    ['json', 'POST /?v=1', 'application/json', '{"cui":"1 & 2"}'],
    ['form', 'POST /?v=1', 'application/x-www-form-urlencoded', 'cui=1+%26+2'],
    ['query', 'GET /?v=1&cui=1+%26+2', undefined, ''],
  ] as const)('sends a payload as %s', async (format, line, type, body) => {
    const source = await startRawSource(async (request, response) => {
      const { method, url, headers } = request;
      const given = (await request.toArray()).join('');
      const seen = [`${method} ${url}`, headers['content-type'], given, headers['x-api-key']];
      response.end(JSON.stringify({ seen }));
    });
    const address = { url: `${source.url}/?v=1`, format, credentials: { 'x-api-key': 'k' } };
    const answer = await exchange(pool, address, { cui: '1 & 2' }, limits());
    expect(answer).toMatchObject({ body: { seen: [line, type ?? null, body, 'k'] } });
  });

  it.each(['[1]', 'null', '"x"', '<html>', '', '{"a":'])(
    'finds no JSON object in %j',
    async (body) => {
      const answer = await exchangeWith((response) => response.writeHead(200, json).end(body));
      expect(answer).toEqual({ kind: 'not_json', status: 200 });
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('reads %s', async (encoding, compress) => {
    const answer = await exchangeWith((response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}')),
    );
    expect(answer).toEqual({ kind: 'json', status: 200, body: { a: 1 }, text: '{"a":1}' });
  });

  const tooLong = `{"a":"${'x'.repeat(MAX_ANSWER_BYTES)}"}`;
  const trickle: Respond = (response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  };
  const cutOff: Respond = (response) => {
    response.writeHead(200, { ...json, 'content-length': 100 });
    response.write('{"a":1}', () => response.destroy());
  };
  const packed = { 'content-encoding': 'gzip' };
  it.each<[string, Respond, object, number?]>([
    [
      'a redirect',
      (response) => response.writeHead(302, json).end('{}'),
      unavailable('status 302'),
    ],
    ['a body over 1 MiB', (response) => response.end(tooLong), unavailable('size')],
    [
      'a body over 1 MiB once it is unpacked',
      (response) => response.writeHead(200, packed).end(gzipSync(tooLong)),
      unavailable('ERR_BUFFER_TOO_LARGE'),
    ],
    ['a reset', (response) => response.destroy(), unreachable('UND_ERR_SOCKET')],
    ['a body that is cut off', cutOff, unreachable('UND_ERR_SOCKET')],
    ['a body that trickles', trickle, unreachable('deadline'), 200],
    ['silence', () => {}, unreachable('deadline'), 100],
    ['a deadline that has passed', () => {}, unreachable('deadline'), -5],
  ])('names the cause of a failure: %s', async (_, respond, expected, timeoutMs) => {
    expect(await exchangeWith(respond, timeoutMs)).toEqual(expected);
  });

  it('is unavailable when nobody listens', async () => {
    const source = await startRawSource(() => {});
    await source.close();
    const address = { url: source.url, credentials: {} };
    const answer = await exchange(pool, address, {}, limits());
    expect(answer).toEqual(unreachable('ECONNREFUSED'));
  });
});

describe('what goes out untouched', () => {
  const odd = '[{"nit":"1","id":12345678901234567890,"rate":1.10,"2":1E5,"1":"\\ud800"}, 1e400 ]';
  const respond = (body: string) =>
    sourceThat((response) => response.writeHead(200, json).end(body));

  it('is letter for letter what the registries published', async () => {
    const registry = await respond(`{"responseCode":0,"message":"x","data":${odd}}`);
    expect(await ask('renap', registry, { cui: '1' })).toEqual({
      kind: 'answered',
      ending: { word: 'found', status: 200, unreadable: [] },
      body: `{"success":true,"data":${odd},"message":"x","responseCode":0}`,
    });
    const rtu = await respond(`{"registros":${odd}}`);
    expect(await ask('rtu', rtu, { nits: ['1', '2', '3'] })).toMatchObject({
      body: `{"success":true,"data":${odd},"message":"Se encontraron 2 de 3 NITs solicitados.","responseCode":200}`,
    });
  });

  it('is so too in the opaque fields of the catalogs, and only when their type is right', async () => {
    const query = { nit: '1', actualizado: false };
    const source = await respond(`{"datos":{"establecimientos":${odd}}}`);
    const omisos = await ask('omisos', source, query);
    expect(omisos).toMatchObject({ body: expect.stringContaining(`"establecimientos":${odd},`) });
    const wrong = await respond(`{"datos":{"empresa":${odd},"representantes":{}}}`);
    const rtu = await ask('rtu-v2', wrong, query);
    expect(rtu).toMatchObject({
      body: expect.stringContaining('"empresa":null,"representantes":[],'),
    });
  });
});

describe('the success that a catalog reports', () => {
  it.each([
    ...[false, 'false', ' FALSE ', 'N', 'no', 0].map((exito) => [exito, 'failed'] as const),
    ...[true, 'S', 1, null, undefined, 'Exitoso'].map((exito) => [exito, 'answered'] as const),
    ...['quizás', 'error', '', [], 2].map((exito) => [exito, 'unreadable'] as const),
  ])('%j: %s', async (exito, kind) => {
    const body = JSON.stringify({ exito, datos: { nit: '1' } });
    const address = await sourceThat((response) => void response.writeHead(200, json).end(body));
    const request = { nit: '1', actualizado: false };
    const answer = await ask('cui-nit', address, request);
    const isAnswered = kind === 'answered';
    expect(answer).toMatchObject({
      kind: isAnswered ? 'answered' : 'failed',
      ...(!isAnswered && { failure: 'source_not_found' }),
      ...(kind === 'unreadable' && { unreadable: ['exito'] }),
    });
  });
});

describe('any answer of a source', () => {
  const statuses = fc.oneof(
    fc.constantFrom(200, 201, 204, 205, 301, 400, 401, 402, 403, 404, 422, 429, 500, 503),
    fc.integer({ min: 200, max: 599 }),
  );
  const bodies = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ exito: fc.jsonValue(), datos: fc.jsonValue(), registros: fc.jsonValue() })
      .map((v) => JSON.stringify(v)),
  );

  it('comes to one of the known endings, never to an exception', async () => {
    let next = { status: 200, body: '' };
    const address = await sourceThat((response) => {
      response.writeHead(next.status, json).end(next.body);
    });
    await fc.assert(
      fc.asyncProperty(statuses, bodies, async (status, body) => {
        next = { status, body };
        const catalog = await ask('cui-nit', address, { nit: '1', actualizado: false });
        const renap = await ask('renap', address, { cui: '1' });
        const rtu = await ask('rtu', address, { nits: ['1'] });
        for (const answer of [catalog, renap, rtu])
          expect(['answered', 'failed']).toContain(answer?.kind);
        if (catalog?.kind === 'answered') expect(status).toBeLessThan(300);
        if (status >= 300 && status < 400) expect(renap?.kind).toBe('failed');
        if (status !== 200) expect(rtu?.kind).toBe('failed');
      }),
      { numRuns: 300 },
    );
  });
});
