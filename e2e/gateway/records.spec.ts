import { golden } from '@/cli/conformance/golden';
import {
  catalogRtu,
  catalogs,
  cuiNit,
  type LookupUnderTest,
  omisos,
  renap,
  rtu,
} from '@/cli/conformance/lookups';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { type Api, expect, expectJson, test } from './fixtures';

/** Whole answers, letter for letter, for people of each kind and for every way of writing a value. */

type Person = keyof typeof wellKnown;

async function expectGolden(
  api: Api,
  lookup: LookupUnderTest,
  json: object,
  name: string,
): Promise<void> {
  const as = await api.integration();
  const reply = await api.ask(lookup, { as, json });
  expect(reply.text).toBe(await golden(`${lookup.name}.${name}`));
  expectJson(reply, JSON.parse(reply.text).data === null ? 404 : 200, reply.body);
}

interface Example {
  readonly title: string;
  readonly lookup: LookupUnderTest;
  readonly who: Person;
}

const examples: readonly Example[] = [
  {
    title:
      '[resources.cui-nit.record][resources.cui-nit.nombre][resources.catalog-envelope.only-data] an individual, whole',
    lookup: cuiNit,
    who: 'individual',
  },
  { title: '[resources.cui-nit.tipo-persona] a legal entity', lookup: cuiNit, who: 'company' },
  {
    title: '[resources.cui-nit.tipo-persona] a word of another case',
    lookup: cuiNit,
    who: 'words',
  },
  {
    title: '[resources.catalog-envelope.2][service.shape-stable] many fields not reported',
    lookup: cuiNit,
    who: 'sparse',
  },
  {
    title:
      '[resources.rtu.individual][resources.rtu.persona][resources.rtu.sector][resources.rtu.actividades][resources.rtu.afiliaciones][resources.rtu.obligaciones][resources.rtu.caracteristicas][resources.catalog-envelope.1] an individual, whole',
    lookup: catalogRtu,
    who: 'individual',
  },
  {
    title: '[resources.rtu.company][resources.rtu.opaque] a legal entity',
    lookup: catalogRtu,
    who: 'company',
  },
  {
    title: '[resources.rtu.tipo-renta-establecimiento] each tax has the fields of its own',
    lookup: catalogRtu,
    who: 'digits',
  },
  {
    title:
      '[resources.codigo-descripcion.codigo][resources.catalog-envelope.5][sources.normalisation] padded codes, S and N, dates by slashes',
    lookup: catalogRtu,
    who: 'letters',
  },
  {
    title:
      '[resources.codigo-descripcion.fields][resources.catalog-envelope.5] bare descriptions, dates with a time',
    lookup: catalogRtu,
    who: 'words',
  },
  {
    title:
      '[resources.catalog-envelope.2][resources.catalog-envelope.3][resources.rtu.marcas][service.shape-stable] many fields not reported',
    lookup: catalogRtu,
    who: 'sparse',
  },
  {
    title: '[resources.rtu.no-affiliation] affiliated to no tax',
    lookup: catalogRtu,
    who: 'noAffiliations',
  },
  { title: '[resources.omisos.record] an individual, whole', lookup: omisos, who: 'individual' },
  {
    title: '[resources.omisos.incumplimientos] two unfiled obligations',
    lookup: omisos,
    who: 'defaulter',
  },
  { title: '[resources.omisos.coactivo] a coercive process', lookup: omisos, who: 'coerced' },
  {
    title: '[resources.omisos.establecimientos] kept as the source writes them',
    lookup: omisos,
    who: 'letters',
  },
  {
    title: '[resources.omisos.cui] spaces stay where the source has them',
    lookup: omisos,
    who: 'words',
  },
  {
    title:
      '[resources.omisos.null-is-not-false][resources.catalog-envelope.4][resources.omisos.domicilio] many fields not reported',
    lookup: omisos,
    who: 'sparse',
  },
  { title: '[resources.omisos.record] of a legal entity', lookup: omisos, who: 'company' },
];

for (const { title, lookup, who } of examples) {
  test(`${title} ${lookup.name} of ${who}`, async ({ api }) => {
    await expectGolden(api, lookup, { nit: wellKnown[who].nit }, who);
  });
}

const nothing: readonly (readonly [string, Behaviour, string])[] = [
  ['[resources.catalog-envelope.6] success without datos', 'empty', 'empty'],
  ['[resources.catalog-envelope.6] success with empty datos', 'empty-data', 'empty'],
  ['[sources.normalisation] every field of a wrong type', 'wrong-types', 'wrong-types'],
];

for (const lookup of catalogs) {
  for (const [title, behaviour, name] of nothing) {
    test(`${title} ${lookup.name}`, async ({ api }) => {
      const as = await api.integration();
      const reply = await api.ask(lookup, { as, json: { nit: reserved(behaviour).nit } });
      const expected = JSON.parse(await golden(`${lookup.name}.${name}`));
      // The empty record is the same but for the moment that the source reports.
      const fechaConsulta = behaviour === 'empty-data' ? '2025-09-30T06:15:00.000Z' : null;
      expectJson(reply, 200, { data: { ...expected.data, fechaConsulta } });
    });
  }

  test(`[resources.catalog-envelope.2][resources.catalog-envelope.6] every field null ${lookup.name}`, async ({
    api,
  }) => {
    const as = await api.integration();
    const reply = await api.ask(lookup, { as, json: { nit: reserved('nulls').nit } });
    expect(reply.status).toBe(200);
    expect(leaves(reply.body)).toEqual(new Set([null]));
  });

  for (const behaviour of ['gzip', 'limit-size', 'status-201'] as const) {
    test(`[sources.lawful-answers] ${behaviour} is an ordinary answer ${lookup.name}`, async ({
      api,
    }) => {
      const as = await api.integration();
      const { nit } = reserved(behaviour);
      const reply = await api.ask(lookup, { as, json: { nit } });
      expectJson(reply, 200, { data: expect.objectContaining({ nit }) });
    });
  }
}

/** Every value that is neither an object nor a list. */
function leaves(value: unknown): Set<unknown> {
  if (typeof value !== 'object' || value === null) return new Set([value]);
  return new Set(Object.values(value).flatMap((inner) => [...leaves(inner)]));
}

test('[resources.rtu.undetermined] persona and empresa both null', async ({ api }) => {
  const as = await api.integration();
  const reply = await api.ask(catalogRtu, { as, json: { nit: reserved('empty').nit } });
  expect(reply.body).toMatchObject({ data: { persona: null, empresa: null } });
});

for (const who of ['individual', 'deceased', 'unknown'] as const) {
  test(`[resources.envelope.fields][resources.envelope.as-published][resources.envelope.renap-status][endpoints.renap.answer] the person registry on ${who}`, async ({
    api,
  }) => {
    await expectGolden(api, renap, { cui: wellKnown[who].cui }, who);
  });
}

test('[resources.envelope.fields][resources.envelope.as-published][endpoints.rtu.answer] a batch of three, one unknown', async ({
  api,
}) => {
  const { company, unknown, individual } = wellKnown;
  await expectGolden(api, rtu, { nits: [company.nit, unknown.nit, individual.nit] }, 'batch');
});

test('[resources.envelope.rtu-no-matches] a batch without matches', async ({ api }) => {
  await expectGolden(api, rtu, { nits: [wellKnown.unknown.nit] }, 'none');
});

const renapBodies: readonly (readonly [string, Behaviour, object])[] = [
  [
    '[resources.envelope.renap-code] a success with an error code',
    'renap-error-code',
    { success: true, data: null, message: 'CUI no registrado.', responseCode: 404 },
  ],
  [
    '[sources.renap-defaults] neither message nor code',
    'renap-missing-fields',
    {
      success: true,
      data: { cui: reserved('renap-missing-fields').cui },
      message: '',
      responseCode: 200,
    },
  ],
  [
    '[sources.renap-defaults] a code that is text',
    'renap-text-code',
    {
      success: true,
      data: { cui: reserved('renap-text-code').cui },
      message: 'Consulta exitosa.',
      responseCode: 200,
    },
  ],
  [
    '[sources.renap-defaults] a code that is no integer',
    'renap-fraction-code',
    {
      success: true,
      data: { cui: reserved('renap-fraction-code').cui },
      message: 'Consulta exitosa.',
      responseCode: 200,
    },
  ],
  [
    '[sources.renap-defaults] no data',
    'empty',
    { success: true, data: null, message: 'Consulta exitosa.', responseCode: 200 },
  ],
];

for (const [title, behaviour, body] of renapBodies) {
  test(title, async ({ api }) => {
    const as = await api.integration();
    const json = { cui: reserved(behaviour).cui };
    expectJson(await api.ask(renap, { as, json }), 200, body);
  });
}

test('[resources.envelope.renap-status] a 201 of the registry is a 201 and a success', async ({
  api,
}) => {
  const as = await api.integration();
  const { cui } = reserved('status-201');
  expectJson(await api.ask(renap, { as, json: { cui } }), 201, {
    success: true,
    data: expect.objectContaining({ cui }),
    message: 'Consulta exitosa.',
    responseCode: 200,
  });
});

test('[resources.envelope.rtu-status] records of any shape go out as published', async ({
  api,
}) => {
  const as = await api.integration();
  const reply = await api.ask(rtu, { as, json: { nits: [reserved('wrong-types').nit] } });
  expectJson(reply, 200, {
    success: true,
    data: [17, 'texto', null, [], expect.any(Object)],
    message: 'Se encontraron 5 de 1 NITs solicitados.',
    responseCode: 200,
  });
});

for (const lookup of [renap, rtu, ...catalogs]) {
  test(`[sources.hostile] hostile text passes through as text ${lookup.name}`, async ({ api }) => {
    const as = await api.integration();
    const reply = await api.ask(lookup, { as, json: lookup.question(reserved('hostile')) });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(JSON.parse(reply.text)).toEqual(reply.body);
    expect(leaves(reply.body)).toContain(`'; DROP TABLE consultas; --`);
  });
}
