import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBench, questionFor } from './testing';
import { wellKnown } from './well-known';
import { LOOKUPS, lookups, parseJson, recordOf } from './wire';

const bench = await openBench();
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('DELETE', 'faults');
  await bench.control('DELETE', 'calls');
});

const { individual } = wellKnown;
const { nit, cui } = individual;

describe('credentials', () => {
  test.each(LOOKUPS)('%s refuses wrong and missing ones with 401', async (lookup) => {
    const question = questionFor(lookup, individual);
    const headers = { authorization: 'Bearer otro', 'x-api-key': 'otro' };
    expect((await bench.ask(lookup, question, headers)).status).toBe(401);
    const response = await fetch(bench.simulator.url + lookups[lookup].path, {
      method: 'POST',
      body: JSON.stringify(question),
    });
    expect(response.status).toBe(401);
  });
});

describe('the wire format', () => {
  test.each([
    ['cui-nit', { actualizado: false }],
    ['cui-nit', { nit }],
    ['cui-nit', { nit, actualizado: 'true' }],
    ['omisos', { nit: null, actualizado: false }],
    ['omisos', { nit, actualizado: false, date_of_birth: '1988-04-17' }],
    ['renap', { cui: 1 }],
    ['rtu', { nits: [] }],
    ['rtu', { nits: Array<string>(51).fill(nit) }],
    ['rtu-v2', '{"nit":'],
  ] as const)(
    '%s answers 400 to what the wire format does not allow: %j',
    async (lookup, question) => {
      expect((await bench.ask(lookup, question)).status).toBe(400);
    },
  );
});

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
    [{ behaviour: 'delay' }, 'delayMs: required by the behaviour delay'],
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
});

describe('calls', () => {
  test('are recorded as they came, and counted by lookup', async () => {
    const headers = { 'x-request-id': 'prueba-0001' };
    await bench.ask('cui-nit', { cui, actualizado: true }, headers);
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
});
