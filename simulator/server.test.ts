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

const { individual, company, married, unknown } = wellKnown;
const read = (text: string): unknown => JSON.parse(text);

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

  test('tokens can be chosen one by one', async () => {
    const other = await openBench({ tokens: { rtu: 'propio' } });
    expect(other.simulator.tokens).toMatchObject({ rtu: 'propio', renap: 'simulator-renap' });
    expect((await other.ask('rtu', { nits: [individual.nit] })).status).toBe(200);
    await other.close();
  });
});

describe('person registry', () => {
  test('finds a CUI with or without spaces', async () => {
    for (const cui of ['2456712340101', '2456 71234 0101']) {
      const { status, text } = await bench.ask('renap', { cui });
      expect(status).toBe(200);
      expect(read(text)).toMatchObject({
        responseCode: 200,
        message: 'Consulta exitosa.',
        data: { cui: individual.cui, fecha_nacimiento: '17/04/1988', genero: 'F' },
      });
    }
  });

  test('answers an unknown CUI with 404 and its own envelope', async () => {
    const { status, text } = await bench.ask('renap', { cui: unknown.cui });
    expect(status).toBe(404);
    expect(read(text)).toEqual({
      responseCode: 404,
      message: 'No se encontró información para el CUI consultado.',
      data: null,
    });
  });
});

describe('taxpayer registry', () => {
  test('keeps the order of the batch and leaves out whom it does not know', async () => {
    const nits = [company.nit, unknown.nit, '3159204-k', individual.nit];
    const { status, text } = await bench.ask('rtu', { nits });
    expect(status).toBe(200);
    expect(read(text)).toMatchObject({
      registros: [{ nit: company.nit }, { nit: married.nit }, { nit: individual.nit }],
    });
  });

  test('a batch of strangers is a 200 without records', async () => {
    const { status, text } = await bench.ask('rtu', { nits: [unknown.nit] });
    expect({ status, body: read(text) }).toEqual({ status: 200, body: { registros: [] } });
  });
});

describe('catalogs', () => {
  test('resolve a NIT in any writing and a CUI to the same person', async () => {
    const datos = { cui: married.cui, nit: married.nit, nombre: married.nombre };
    for (const sent of [{ nit: '3159204-k' }, { nit: married.nit }, { cui: '1734 55905 0301' }]) {
      const { status, text } = await bench.ask('cui-nit', { ...sent, actualizado: false });
      expect(status).toBe(200);
      expect(read(text)).toMatchObject({ exito: true, datos });
    }
  });

  test.each(['cui-nit', 'rtu-v2', 'omisos'] as const)(
    '%s: stranger 404, disagreeing identifiers exito false, own copy unless actualizado',
    async (lookup) => {
      const ask = async (question: object) => {
        const { status, text } = await bench.ask(lookup, question);
        return { status, body: read(text) };
      };
      expect((await ask({ nit: unknown.nit, actualizado: false })).status).toBe(404);
      const mixed = { nit: individual.nit, cui: married.cui, actualizado: false };
      expect(await ask(mixed)).toMatchObject({ status: 200, body: { exito: false } });
      const copied = await ask({ nit: individual.nit, actualizado: false });
      expect(copied).toEqual(await ask({ cui: individual.cui, actualizado: false }));
      const before = new Date().toISOString();
      const { text } = await bench.ask(lookup, { nit: individual.nit, actualizado: true });
      const moment = /"fecha_consulta":"([^"]+)"/.exec(text)?.[1] ?? '';
      expect(moment >= before && moment <= new Date().toISOString()).toBe(true);
    },
  );

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
    await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
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
