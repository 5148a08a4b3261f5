import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bench, openBench } from './testing';
import { wellKnown } from './well-known';
import { LOOKUPS, parseJson, recordOf } from './wire';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', 'faults');
  await bench.control('DELETE', 'calls');
});

const { nit, cui } = wellKnown.individual;
const omisos = async () => (await bench.ask('omisos', { nit, actualizado: false })).status;
const statuses = async (count: number) => {
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) seen.push(await omisos());
  return seen;
};
const fault = (body: unknown) => bench.control('POST', 'faults', body);

describe('faults', () => {
  test('last for the times asked, in the lookup asked, in the order asked', async () => {
    await fault({ behaviour: 'status-500', lookup: 'omisos', times: 2 });
    await fault({ behaviour: 'status-402', times: 1 });
    expect((await bench.ask('renap', { cui })).status).toBe(402);
    expect(await statuses(3)).toEqual([500, 500, 200]);
    expect(parseJson((await bench.control('GET', 'faults')).text)).toEqual({ faults: [] });
  });

  test('last until cleared when no times are asked', async () => {
    const added = await fault({ behaviour: 'status-429' });
    expect(added.status).toBe(201);
    expect(await statuses(3)).toEqual([429, 429, 429]);
    expect(parseJson((await bench.control('GET', 'faults')).text)).toMatchObject({
      faults: [{ behaviour: 'status-429', remaining: null, fired: 3 }],
    });
    await bench.control('DELETE', 'faults');
    expect(await omisos()).toBe(200);
  });

  test('a share of the calls is the same share at every run of a seed', async () => {
    const run = async (seed: number) => {
      await bench.control('DELETE', 'faults');
      await fault({ behaviour: 'status-500', share: 0.3, seed });
      return statuses(100);
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    const failed = first.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
  });

  test.each([
    [{}, 'behaviour'],
    [{ behaviour: 'explode' }, 'behaviour'],
    [{ behaviour: 'delay' }, 'delayMs: required by the behaviour delay'],
    [{ behaviour: 'hang', times: 0 }, 'times'],
    [{ behaviour: 'hang', share: 2 }, 'share'],
    [{ behaviour: 'hang', lookup: 'nit' }, 'lookup'],
    [{ behaviour: 'hang', often: 1 }, 'often'],
    [
      { behaviour: 'registros-missing', lookup: 'renap' },
      'lookup: registros-missing does not apply to renap',
    ],
    ['not json', 'body'],
  ])('wrong input is a 400 that names it: %j', async (body, named) => {
    const { status, text } = await fault(body);
    expect(status).toBe(400);
    expect(text).toContain(named);
    expect(parseJson((await bench.control('GET', 'faults')).text)).toEqual({ faults: [] });
  });
});

describe('gate', () => {
  test('holds calls until the release, then stays open', async () => {
    await fault({ behaviour: 'gate' });
    const held = [omisos(), omisos(), omisos()];
    const { text } = await bench.control('GET', 'wait?gated=3');
    expect(parseJson(text)).toMatchObject({ gated: 3, underWay: 3, total: 3 });
    const released = await bench.control('POST', 'release');
    expect(parseJson(released.text)).toEqual({ released: 3 });
    expect(await Promise.all(held)).toEqual([200, 200, 200]);
    expect(await omisos()).toBe(200);
  });

  test('lets a number of calls pass, first come first served', async () => {
    await fault({ behaviour: 'gate' });
    const finished: string[] = [];
    const first = omisos().then(() => finished.push('first'));
    await bench.control('GET', 'wait?gated=1');
    const second = omisos().then(() => finished.push('second'));
    await bench.control('GET', 'wait?gated=2');
    await bench.control('POST', 'release', { count: 1 });
    await first;
    expect(finished).toEqual(['first']);
    await bench.control('DELETE', 'faults');
    await second;
    expect(finished).toEqual(['first', 'second']);
  });
});

describe('calls', () => {
  test('are recorded as they came, and counted by lookup', async () => {
    const headers = { 'x-request-id': 'prueba-0001' };
    await bench.ask('cui-nit', { cui, actualizado: true }, { headers });
    await bench.ask('renap', 'no es JSON');
    const { text } = await bench.control('GET', 'calls');
    expect(parseJson(text)).toMatchObject({
      total: 2,
      perLookup: { ...recordOf(LOOKUPS, () => 0), renap: 1, 'cui-nit': 1 },
      underWay: 0,
      aborted: 0,
      recent: [
        {
          n: 1,
          lookup: 'cui-nit',
          headers: { 'x-request-id': 'prueba-0001', 'x-api-key': 'simulator-catalogos' },
          body: { cui, actualizado: true },
          state: 'answered',
        },
        { n: 2, lookup: 'renap', body: 'no es JSON', state: 'answered' },
      ],
    });
    const later = await bench.control('GET', 'calls?since=1');
    expect(parseJson(later.text)).toMatchObject({ total: 2, recent: [{ n: 2 }] });
    expect((await bench.control('GET', 'calls?since=x')).status).toBe(400);
  });

  test('only the last thousand are kept, in order', async () => {
    for (let i = 0; i < 1003; i += 1) await bench.ask('renap', { cui });
    const { text } = await bench.control('GET', 'calls');
    const numbers = [...text.matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, i) => i + 4));
  });

  test('a call that began before a reset leaves no trace after it', async () => {
    await fault({ behaviour: 'gate' });
    const leaving = new AbortController();
    const { signal } = leaving;
    const gone = expect(bench.ask('renap', { cui }, { signal })).rejects.toThrow();
    await bench.control('GET', 'wait?gated=1');
    await bench.control('DELETE', 'calls');
    leaving.abort();
    await gone;
    const { text } = await bench.control('GET', 'wait?idle=true');
    expect(parseJson(text)).toMatchObject({ total: 0, aborted: 0, underWay: 0, gated: 0 });
  });

  test('waiting for what does not come ends with 408', async () => {
    expect((await bench.control('GET', 'wait?total=1&timeoutMs=1')).status).toBe(408);
  });
});
