import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSimulator } from './server';
import { type Bench, openBench, questionFor } from './testing';
import { wellKnown } from './well-known';
import { LOOKUPS, lookups } from './wire';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { individual } = wellKnown;

describe('credentials', () => {
  test.each(LOOKUPS)('%s refuses wrong and missing ones with 401', async (lookup) => {
    const question = questionFor(lookup, individual);
    const headers = { authorization: 'Bearer otro', 'x-api-key': 'otro' };
    expect((await bench.ask(lookup, question, { headers })).status).toBe(401);
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
    ['cui-nit', { nit: individual.nit }],
    ['cui-nit', { nit: individual.nit, actualizado: 'true' }],
    ['omisos', { nit: null, actualizado: false }],
    ['omisos', { nit: individual.nit, actualizado: false, date_of_birth: '1988-04-17' }],
    ['renap', { cui: 1 }],
    ['rtu', { nits: [] }],
    ['rtu', { nits: Array<string>(51).fill(individual.nit) }],
    ['rtu-v2', '{"nit":'],
  ] as const)('%s answers 400 to what the wire format has not: %j', async (lookup, question) => {
    expect((await bench.ask(lookup, question)).status).toBe(400);
  });
});

describe('the server', () => {
  test('names other methods and other paths as such', async () => {
    const { simulator } = bench;
    const wrongMethod = await fetch(simulator.url + lookups.renap.path);
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${simulator.url}/otra`)).status).toBe(404);
  });

  test('rejects with EADDRINUSE when the port is taken', async () => {
    const { port } = bench.simulator;
    await expect(startSimulator(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('close ends calls that would hang for ever, and may be repeated', async () => {
    const other = await openBench();
    await other.control('POST', 'faults', { behaviour: 'hang' });
    const hanging = expect(other.ask('renap', { cui: individual.cui })).rejects.toThrow();
    await other.control('GET', 'wait?underWay=1');
    await other.simulator.close();
    await hanging;
    await other.close();
  });
});
