import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviours';
import { reserved, reservedIdentifiers } from './reserved';
import { type Bench, openBench, questionFor } from './testing';
import { wellKnown } from './well-known';
import { isObject, LOOKUPS, type Lookup, parseJson } from './wire';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', 'calls');
});

const MEBIBYTE = 1024 * 1024;
const CATALOGS = ['cui-nit', 'rtu-v2', 'omisos'] as const;
const ask = (behaviour: Behaviour, lookup: Lookup) =>
  bench.ask(lookup, questionFor(lookup, reserved(behaviour)));
const json = async (behaviour: Behaviour, lookup: Lookup): Promise<unknown> =>
  parseJson((await ask(behaviour, lookup)).text);

/** What tells a success of the lookup from anything else. */
function isSuccess(lookup: Lookup, text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body)) return false;
  if (lookup === 'renap') return isObject(body.data);
  return lookup === 'rtu' ? Array.isArray(body.registros) : isObject(body.datos);
}

const STATUSES = [400, 401, 402, 403, 404, 422, 429, 500, 503] as const;

describe.each(LOOKUPS)('%s', (lookup) => {
  test.each(STATUSES)('answers %i to the identifier that ends in it', async (status) => {
    const reply = await ask(`status-${status}`, lookup);
    expect(reply.status).toBe(status);
    expect(isSuccess(lookup, reply.text)).toBe(false);
  });

  test('answers other 2xx: 201 with a record, 204 with nothing', async () => {
    const created = await ask('status-201', lookup);
    expect([created.status, isSuccess(lookup, created.text)]).toEqual([201, true]);
    const empty = await ask('status-204', lookup);
    expect([empty.status, empty.text]).toEqual([204, '']);
  });

  test('sends bodies at and over the limit of 1 MiB', async () => {
    const atLimit = await ask('limit-size', lookup);
    expect(atLimit.bytes.length).toBe(MEBIBYTE);
    expect(isSuccess(lookup, atLimit.text)).toBe(true);
    const announced = await ask('oversized', lookup);
    expect(announced.headers['content-length']).toBe(String(MEBIBYTE + 1));
    const chunked = await ask('oversized-chunked', lookup);
    expect(chunked.headers['content-length']).toBeUndefined();
    expect(chunked.bytes.length).toBe(MEBIBYTE + 1);
  });

  test('sends gzip: an ordinary answer, and one that unpacks beyond the limit', async () => {
    const packed = await ask('gzip', lookup);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(isSuccess(lookup, gunzipSync(packed.bytes).toString('utf8'))).toBe(true);
    const bomb = await ask('gzip-bomb', lookup);
    expect(bomb.bytes.length).toBeLessThan(8 * 1024);
    expect(gunzipSync(bomb.bytes).length).toBe(2 * MEBIBYTE);
  });

  test('redirects to an address that does answer, and counts who goes there', async () => {
    const { status, headers } = await ask('redirect', lookup);
    expect(status).toBe(302);
    const followed = await fetch(new URL(String(headers.location), bench.simulator.url));
    expect(isSuccess(lookup, await followed.text())).toBe(true);
    const counts = parseJson((await bench.control('GET', 'calls/count')).text);
    expect(counts).toMatchObject({ redirectsFollowed: 1 });
  });

  test('sends what is not a JSON object', async () => {
    const html = await ask('not-json', lookup);
    expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(parseJson(html.text)).toBeUndefined();
    expect(Array.isArray(await json('json-array', lookup))).toBe(true);
  });

  test.each(['reset', 'truncated'] as const)('breaks the connection: %s', async (behaviour) => {
    await expect(ask(behaviour, lookup)).rejects.toThrow();
    const { text } = await bench.control('GET', 'wait?total=1&idle=true');
    // Its own doing is not the client's.
    expect(parseJson(text)).toMatchObject({ total: 1, aborted: 0, underWay: 0 });
  });

  test.each(['hang', 'trickle', 'slow'] as const)(
    'keeps the client waiting, and notices when it leaves: %s',
    async (behaviour) => {
      const leaving = new AbortController();
      const question = questionFor(lookup, reserved(behaviour));
      const asked = bench.ask(lookup, question, { signal: leaving.signal });
      const gone = expect(asked).rejects.toThrow();
      await bench.control('GET', 'wait?total=1');
      leaving.abort();
      await gone;
      const { status, text } = await bench.control('GET', 'wait?aborted=1&idle=true');
      expect(status).toBe(200);
      expect(parseJson(text)).toMatchObject({ total: 1, aborted: 1, underWay: 0 });
    },
  );

  test('sends records that only a total normalisation survives', async () => {
    for (const behaviour of ['nulls', 'wrong-types', 'hostile', 'deep-nesting'] as const) {
      const { status, text } = await ask(behaviour, lookup);
      expect([behaviour, status, isObject(parseJson(text))]).toEqual([behaviour, 200, true]);
    }
    expect((await ask('hostile', lookup)).text).toContain('"__proto__":{"esAdmin":true}');
    expect((await ask('deep-nesting', lookup)).text).toContain('['.repeat(100_000));
  });

  test('answers an identifier reserved for other lookups as anyone’s', async () => {
    for (const { nit, cui, lookups } of reservedIdentifiers) {
      if (lookups.includes(lookup)) continue;
      const { text } = await bench.ask(lookup, questionFor(lookup, { nit, cui }));
      expect(isSuccess(lookup, text), nit).toBe(true);
    }
  });
});

describe('catalogs', () => {
  test.each(CATALOGS)('%s: failed and empty successes', async (lookup) => {
    expect(await json('not-successful', lookup)).toMatchObject({ exito: false });
    expect(await json('empty', lookup)).toEqual({ exito: true });
    expect(await json('empty-data', lookup)).toMatchObject({ exito: true, datos: {} });
  });

  test('the CUI of a reserved identifier works as its NIT does', async () => {
    const { cui } = reserved('status-402');
    expect((await bench.ask('omisos', { cui, actualizado: false })).status).toBe(402);
  });

  test('one taxpayer’s RTU record wants the date of birth', async () => {
    const { nit } = reserved('needs-birth-date');
    const question = { nit, actualizado: false };
    const dated = (date: string) => bench.ask('rtu-v2', { ...question, date_of_birth: date });
    expect((await bench.ask('rtu-v2', question)).status).toBe(400);
    expect(parseJson((await dated('1990-01-01')).text)).toMatchObject({ exito: false });
    expect(parseJson((await dated('1985-03-14')).text)).toMatchObject({
      exito: true,
      datos: { nit, persona: { fecha_nacimiento: '1985-03-14' } },
    });
  });
});

describe('registries', () => {
  test('renap answers 200 with odd envelopes', async () => {
    expect(await json('renap-error-code', 'renap')).toEqual({
      responseCode: 404,
      message: 'CUI no registrado.',
      data: null,
    });
    const { cui } = reserved('renap-missing-fields');
    expect(await json('renap-missing-fields', 'renap')).toEqual({ data: { cui } });
    expect(await json('renap-text-code', 'renap')).toMatchObject({ responseCode: '200' });
    expect(await json('renap-fraction-code', 'renap')).toMatchObject({ responseCode: 200.5 });
    expect(await json('empty', 'renap')).not.toHaveProperty('data');
  });

  test('rtu answers 200 without a list of records', async () => {
    expect(await json('registros-missing', 'rtu')).not.toHaveProperty('registros');
    const { nit } = reserved('registros-not-array');
    expect(await json('registros-not-array', 'rtu')).toEqual({ registros: { nit } });
    expect(await json('empty', 'rtu')).toEqual({ registros: [] });
  });

  test('one reserved NIT decides for its whole batch', async () => {
    const nits = [wellKnown.individual.nit, reserved('status-503').nit, wellKnown.company.nit];
    expect((await bench.ask('rtu', { nits })).status).toBe(503);
  });
});
