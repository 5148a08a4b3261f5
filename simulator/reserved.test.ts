import { gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Behaviour } from './behaviours';
import { reserved } from './reserved';
import { openBench, questionFor } from './testing';
import { wellKnown } from './well-known';
import { isObject, LOOKUPS, type Lookup, parseJson } from './wire';

/**
 * Checks the bytes that the sources send for reserved identifiers. testing/sandbox.test.ts compares
 * lib/contract/sandbox.json, the gateway's answers, with the simulator.
 */

const bench = await openBench();
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', 'calls');
});

const MEBIBYTE = 1024 * 1024;
const ask = (behaviour: Behaviour, lookup: Lookup) =>
  bench.ask(lookup, questionFor(lookup, reserved(behaviour)));
/** True for a success of the lookup. */
function isSuccess(lookup: Lookup, text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body)) return false;
  if (lookup === 'renap') return isObject(body.data);
  return lookup === 'rtu' ? Array.isArray(body.registros) : isObject(body.datos);
}

describe.each(LOOKUPS)('%s', (lookup) => {
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
});

describe('an identifier', () => {
  test('the CUI of a reserved identifier works as its NIT does', async () => {
    const { cui } = reserved('status-402');
    expect((await bench.ask('omisos', { cui, actualizado: false })).status).toBe(402);
  });

  test('one reserved NIT decides for its whole batch', async () => {
    const nits = [wellKnown.individual.nit, reserved('status-503').nit, wellKnown.company.nit];
    expect((await bench.ask('rtu', { nits })).status).toBe(503);
  });
});
