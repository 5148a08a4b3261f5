import { z } from 'zod';
import {
  catalogRtu,
  catalogs,
  cuiNit,
  type LookupUnderTest,
  lookups,
  renap,
  rtu,
  somebody,
} from '@/cli/conformance/lookups';
import { RESERVED_BIRTH_DATE, reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { type Api, expect, expectError, expectJson, freshRequestId, test } from './fixtures';

/** What may be asked, and what of it reaches the source. */

const { nit, cui } = somebody;

/** Asks, and gives the reply with the body that reached the source. */
async function forwarded(api: Api, lookup: LookupUnderTest, json: object) {
  const as = await api.integration();
  const requestId = freshRequestId();
  const reply = await api.ask(lookup, { as, json, requestId });
  const calls = await api.source.calls(requestId);
  return { reply, bodies: calls.map(({ body }) => body), as, calls };
}

for (const lookup of lookups) {
  test(`[service.lookups][service.gateway][endpoints.method-post] ${lookup.name} asks its source once`, async ({
    api,
  }) => {
    const { reply, calls } = await forwarded(api, lookup, lookup.question(somebody));
    expect(reply.status).toBe(200);
    expect(calls.map(({ lookup: name }) => name)).toEqual([lookup.name]);
  });

  test(`[sources.request] ${lookup.name} sends its credentials and asks for JSON`, async ({
    api,
  }) => {
    const { calls } = await forwarded(api, lookup, lookup.question(somebody));
    const { RENAP_TOKEN, RTU_TOKEN, CATALOGOS_TOKEN } = api.environment.variables;
    const credentials =
      lookup.kind === 'catalog'
        ? { 'x-api-key': CATALOGOS_TOKEN }
        : { authorization: `Bearer ${lookup === renap ? RENAP_TOKEN : RTU_TOKEN}` };
    const expected = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...credentials,
    };
    expect(calls[0]?.headers).toMatchObject(expected);
    const names = Object.keys(calls[0]?.headers ?? {});
    expect(names.filter((name) => name.startsWith('x-integracion') || name === 'cookie')).toEqual(
      [],
    );
  });

  test(`[service.no-user-nit][auth.rule-2] ${lookup.name} ignores x-user-nit and x-user`, async ({
    api,
  }) => {
    const as = await api.integration();
    const json = lookup.question(somebody);
    const plain = await api.ask(lookup, { as, json });
    const headers = { 'x-user-nit': wellKnown.company.nit, 'x-user': 'otro' };
    const dressed = await api.ask(lookup, { as, json, headers });
    expect([dressed.status, dressed.text]).toEqual([200, plain.text]);
  });

  test(`[auth.headers.login-lowercased][resources.integration.nombre][auth.rule-6] ${lookup.name} takes the name in any case`, async ({
    api,
  }) => {
    const { nombre, token } = await api.integration();
    const as = { nombre: nombre.toUpperCase(), token };
    const reply = await api.ask(lookup, { as, json: lookup.question(somebody) });
    expect(reply.status).toBe(200);
  });
}

test('[endpoints.renap.request] the CUI and nothing else is forwarded', async ({ api }) => {
  const { bodies } = await forwarded(api, renap, { cui, nit, actualizado: true });
  expect(bodies).toEqual([{ cui }]);
});

test('[errors.registries.400-cui] a person without CUI', async ({ api }) => {
  const { reply, bodies } = await forwarded(api, renap, { nit });
  expectError(reply, renap, 400, 'CUI is required');
  expect(bodies).toEqual([]);
});

test('[endpoints.rtu.request][limits.rule-5] fifty NITs go in one call, in their order', async ({
  api,
}) => {
  const nits = Array.from({ length: 50 }, (_, index) => `${index % 2 === 0 ? 'b' : 'a'}${index}`);
  const { reply, bodies } = await forwarded(api, rtu, { nits });
  expectJson(reply, 200, {
    success: true,
    data: [],
    message: 'Se encontraron 0 de 50 NITs solicitados.',
    responseCode: 200,
  });
  expect(bodies).toEqual([{ nits }]);
});

for (const count of [51, 400]) {
  test(`[errors.registries.400-over-50][errors.body.over-50][limits.rule-5] ${count} NITs`, async ({
    api,
  }) => {
    const { reply, bodies, as } = await forwarded(api, rtu, { nits: Array(count).fill(nit) });
    expectJson(reply, 400, {
      success: false,
      message: 'Máximo 50 NITs por petición',
      responseCode: 400,
      data: null,
    });
    expect(bodies).toEqual([]);
    expect(await api.records(as)).toEqual([]);
  });
}

const withoutNits: readonly (readonly [string, unknown])[] = [
  ['[errors.registries.400-nits] missing', undefined],
  ['[errors.registries.400-nits] empty', []],
  ['[errors.registries.400-nits] text', nit],
  ['[errors.registries.400-nits] an object', { 0: nit, length: 1 }],
  ['[input.nits-elements] a number among them', [nit, 48217638]],
  ['[input.nits-elements] white space among them', [nit, '  ']],
  ['[input.nits-elements] null among them', [null]],
  ['[input.nits-elements-first] over fifty with an unusable one', [...Array(60).fill(nit), 7]],
];

for (const [title, nits] of withoutNits) {
  test(`${title} nits`, async ({ api }) => {
    const { reply, bodies } = await forwarded(api, rtu, { nits });
    expectError(reply, rtu, 400, 'Array of NITs is required');
    expect(bodies).toEqual([]);
  });
}

for (const lookup of catalogs) {
  test(`[endpoints.catalog.rule-1][errors.catalogos.400-identifier] ${lookup.name} with neither`, async ({
    api,
  }) => {
    const { reply, bodies } = await forwarded(api, lookup, { actualizado: true });
    expectError(reply, lookup, 400, 'Envia un NIT o un CUI para consultar.');
    expect(bodies).toEqual([]);
  });

  test(`[endpoints.catalog.rule-1][service.rtu-differs] ${lookup.name} by CUI alone`, async ({
    api,
  }) => {
    const { reply, bodies } = await forwarded(api, lookup, { cui });
    expect(reply.body).toMatchObject({ data: { nit } });
    expect(bodies).toEqual([{ cui, actualizado: false }]);
  });

  test(`[endpoints.catalog.rule-1] ${lookup.name} with one usable and one not`, async ({ api }) => {
    const { reply, bodies } = await forwarded(api, lookup, { nit: ' ', cui });
    expect(reply.status).toBe(200);
    expect(bodies).toEqual([{ cui, actualizado: false }]);
  });

  test(`[endpoints.catalog.rule-2] ${lookup.name} forwards both and lets the source decide`, async ({
    api,
  }) => {
    const same = await forwarded(api, lookup, { nit, cui });
    expect(same.reply.status).toBe(200);
    expect(same.bodies).toEqual([{ nit, cui, actualizado: false }]);
    const different = { nit, cui: wellKnown.married.cui };
    const refused = await forwarded(api, lookup, different);
    expectError(refused.reply, lookup, 404, 'No encontramos informacion para los datos enviados.');
    expect(refused.bodies).toEqual([{ ...different, actualizado: false }]);
  });

  test(`[endpoints.catalog.rule-3] ${lookup.name} asks for a copy or for the moment`, async ({
    api,
  }) => {
    const startedAt = new Date().toISOString();
    const copy = await forwarded(api, lookup, { nit, actualizado: false });
    const fresh = await forwarded(api, lookup, { nit, actualizado: true });
    expect([copy.bodies, fresh.bodies]).toEqual([
      [{ nit, actualizado: false }],
      [{ nit, actualizado: true }],
    ]);
    const fechas = [copy, fresh].map(({ reply }) => fechaConsulta(reply.body));
    expect(fechas[0]).toBe('2025-06-01T20:15:00.000Z');
    expect(fechas[1]?.localeCompare(startedAt)).toBeGreaterThan(-1);
  });

  for (const actualizado of [null, 'true', 1, {}]) {
    test(`[endpoints.catalog.actualizado][input.actualizado] ${lookup.name} with actualizado ${JSON.stringify(actualizado)}`, async ({
      api,
    }) => {
      const { reply, bodies, as } = await forwarded(api, lookup, { nit, actualizado });
      expectError(reply, lookup, 400, 'Los datos de la consulta no son validos.');
      expect(bodies).toEqual([]);
      expect(await api.records(as)).toEqual([]);
    });
  }

  test(`[input.actualizado] ${lookup.name} without identifier complains of that first`, async ({
    api,
  }) => {
    const { reply } = await forwarded(api, lookup, { actualizado: 'true' });
    expectError(reply, lookup, 400, 'Envia un NIT o un CUI para consultar.');
  });

  test(`[endpoints.catalog.date-of-birth] ${lookup.name} and a birth date of any format`, async ({
    api,
  }) => {
    const birth = { date_of_birth: ' 14/03/85 ' };
    const { bodies } = await forwarded(api, lookup, { nit, ...birth });
    const expected = { nit, actualizado: false, ...(lookup === catalogRtu ? birth : {}) };
    expect(bodies).toEqual([expected]);
  });

  test(`[input.date-of-birth-dropped] ${lookup.name} and a birth date that is no text`, async ({
    api,
  }) => {
    for (const date_of_birth of [null, 19850314, ['1985-03-14']]) {
      const { reply, bodies } = await forwarded(api, lookup, { nit, date_of_birth });
      expect(reply.status).toBe(200);
      expect(bodies).toEqual([{ nit, actualizado: false }]);
    }
  });
}

function fechaConsulta(body: unknown): string {
  return z.object({ data: z.object({ fechaConsulta: z.string() }) }).parse(body).data.fechaConsulta;
}

test('[endpoints.catalog.date-of-birth] asked for by a source without a copy', async ({ api }) => {
  const { nit: unseen } = reserved('needs-birth-date');
  const without = await forwarded(api, catalogRtu, { nit: unseen });
  expectError(without.reply, catalogRtu, 400, 'Los datos de la consulta no son validos.');
  const wrong = await forwarded(api, catalogRtu, { nit: unseen, date_of_birth: '1999-01-01' });
  expectError(wrong.reply, catalogRtu, 404, 'No encontramos informacion para los datos enviados.');
  const right = { nit: unseen, date_of_birth: RESERVED_BIRTH_DATE };
  expect((await forwarded(api, catalogRtu, right)).reply.status).toBe(200);
});

test('[service.rtu-differs] the RTU by NIT takes no CUI', async ({ api }) => {
  const { reply } = await forwarded(api, rtu, { cui });
  expectError(reply, rtu, 400, 'Array of NITs is required');
});

test('[endpoints.catalog.error-key][errors.body.registries][errors.body.catalogos] one key, by family', async ({
  api,
}) => {
  const as = await api.integration();
  for (const lookup of lookups) {
    const reply = await api.ask(lookup, { as, json: {} });
    const key = lookup.kind === 'registry' ? 'error' : 'message';
    expect(reply.body).toEqual({ [key]: expect.any(String) });
  }
});

test('[service.out-of-contract] other routes are not offered', async ({ api }) => {
  const as = await api.integration();
  for (const path of ['/admin/users', '/accountant', '/business/1', '/catalogos', '/rtu']) {
    const reply = await api.ask({ ...cuiNit, path }, { as, json: { nit } });
    expect([path, reply.status]).toEqual([path, 404]);
  }
});
