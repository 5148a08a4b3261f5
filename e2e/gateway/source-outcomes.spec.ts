import { catalogs, type LookupUnderTest, lookups, renap, rtu } from '@/cli/conformance/lookups';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import { type Api, expect, expectError, expectJson, freshRequestId, test } from './fixtures';

/** What each answer of a source becomes; every one is recorded, and none of these is charged. */

interface Outcome {
  readonly title: string;
  readonly behaviour: Behaviour;
  readonly status: number;
  readonly text: string;
}

const SALDO = 1_000_000n;
const unavailable = catalogs[0].messages.unavailable;

const catalogOutcomes: readonly Outcome[] = [
  {
    title: '[errors.catalogos.400-source] the source rejects the data with 400',
    behaviour: 'status-400',
    status: 400,
    text: 'Los datos de la consulta no son validos.',
  },
  {
    title: '[errors.catalogos.400-source] the source rejects the data with 422',
    behaviour: 'status-422',
    status: 400,
    text: 'Los datos de la consulta no son validos.',
  },
  {
    title: '[errors.catalogos.401-source][errors.rule-1] the source rejects the service',
    behaviour: 'status-401',
    status: 401,
    text: 'No fue posible autenticar la consulta. Escribe a soporte.',
  },
  {
    title: '[errors.catalogos.402-source][errors.rule-1] the source has no balance left',
    behaviour: 'status-402',
    status: 402,
    text: 'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
  },
  {
    title: '[errors.catalogos.403-source][errors.rule-1] the source denies the query type',
    behaviour: 'status-403',
    status: 403,
    text: 'Esta consulta no esta habilitada. Escribe a soporte.',
  },
  {
    title: '[errors.catalogos.404][errors.rule-3] the source has no record',
    behaviour: 'status-404',
    status: 404,
    text: 'No encontramos informacion para los datos enviados.',
  },
  {
    title: '[errors.catalogos.404][errors.rule-3] the source marks the query as failed',
    behaviour: 'not-successful',
    status: 404,
    text: 'No encontramos informacion para los datos enviados.',
  },
  {
    title: '[errors.catalogos.429-source][errors.rule-5][errors.rule-6] the source limits queries',
    behaviour: 'status-429',
    status: 429,
    text: 'Demasiadas consultas seguidas. Intenta de nuevo en unos minutos.',
  },
  {
    title: '[errors.catalogos.502][sources.other-status] the source answers 500',
    behaviour: 'status-500',
    status: 502,
    text: unavailable,
  },
];

const registryOutcomes: readonly (readonly [Behaviour, number, string])[] = [
  ['status-400', 400, 'Los datos enviados no son válidos.'],
  ['status-401', 401, 'Credenciales inválidas.'],
  ['status-402', 402, 'Saldo insuficiente.'],
  ['status-403', 403, 'Consulta no habilitada.'],
  ['status-404', 404, 'No hay información para los datos enviados.'],
  ['status-422', 422, 'Los datos enviados no se pueden procesar.'],
  ['status-429', 429, 'Demasiadas consultas.'],
  ['status-500', 500, 'Error interno.'],
];

/** Answers that no source may give, by what is wrong with them. */
const brokenAnswers: readonly (readonly [string, Behaviour])[] = [
  ['[sources.not-an-object] 204 without a body', 'status-204'],
  ['[sources.not-an-object] 503 with HTML', 'status-503'],
  ['[sources.not-an-object] 200 with HTML', 'not-json'],
  ['[sources.not-an-object] 200 with a JSON list', 'json-array'],
  ['[sources.connection] a reset connection', 'reset'],
  ['[sources.connection] a truncated body', 'truncated'],
  ['[sources.size] over 1 MiB, announced', 'oversized'],
  ['[sources.size] over 1 MiB in chunks', 'oversized-chunked'],
  ['[sources.size] over 1 MiB once unpacked', 'gzip-bomb'],
  ['[sources.redirect] a redirect', 'redirect'],
];

async function expectNotCharged(
  api: Api,
  lookup: LookupUnderTest,
  { behaviour, status }: Pick<Outcome, 'behaviour' | 'status'>,
  expectReply: (reply: Awaited<ReturnType<Api['ask']>>) => void,
): Promise<void> {
  const integration = await api.integration({ saldo: SALDO });
  const requestId = freshRequestId();
  const who = reserved(behaviour);
  expectReply(await api.ask(lookup, { as: integration, json: lookup.question(who), requestId }));
  expect(await api.records(integration)).toEqual([
    {
      lookup: lookup.name,
      estado: 'completada',
      status,
      charged: 0n,
      identifiers: lookup.identifiers(who),
      requestId,
    },
  ]);
  expect(await api.balance(integration)).toEqual({ saldo: SALDO, reservado: 0n });
}

for (const lookup of catalogs) {
  for (const outcome of catalogOutcomes) {
    test(`${outcome.title} ${lookup.name}`, async ({ api }) => {
      await expectNotCharged(api, lookup, outcome, (reply) =>
        expectError(reply, lookup, outcome.status, outcome.text),
      );
    });
  }
}

for (const [behaviour, status, message] of registryOutcomes) {
  test(`[resources.envelope.renap-status] ${behaviour} is passed on`, async ({ api }) => {
    await expectNotCharged(api, renap, { behaviour, status }, (reply) =>
      expectJson(reply, status, { success: false, data: null, message, responseCode: status }),
    );
  });

  test(`[errors.registries.500][sources.rtu-only-200] ${behaviour} of the RTU`, async ({ api }) => {
    await expectNotCharged(api, rtu, { behaviour, status: 500 }, (reply) =>
      expectError(reply, rtu, 500, rtu.messages.unavailable),
    );
  });
}

for (const behaviour of ['status-201', 'registros-missing', 'registros-not-array'] as const) {
  test(`[errors.registries.500][sources.rtu-only-200] ${behaviour}`, async ({ api }) => {
    await expectNotCharged(api, rtu, { behaviour, status: 500 }, (reply) =>
      expectError(reply, rtu, 500, rtu.messages.unavailable),
    );
  });
}

for (const lookup of lookups) {
  const status = lookup.kind === 'registry' ? 500 : 502;
  for (const [title, behaviour] of brokenAnswers) {
    test(`${title} ${lookup.name}`, async ({ api }) => {
      await expectNotCharged(api, lookup, { behaviour, status }, (reply) =>
        expectError(reply, lookup, status, lookup.messages.unavailable),
      );
    });
  }
}

for (const lookup of [renap, rtu, ...catalogs.slice(1)]) {
  test(`[sources.untouched] what is opaque goes out however deep it is ${lookup.name}`, async ({
    api,
  }) => {
    const integration = await api.integration({ saldo: SALDO });
    const json = lookup.question(reserved('deep-nesting'));
    const reply = await api.ask(lookup, { as: integration, json });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('['.repeat(100_000) + ']'.repeat(100_000));
  });
}

for (const behaviour of ['hang', 'trickle', 'slow'] as const) {
  test(`[endpoints.catalog.rule-4][limits.rule-6][errors.catalogos.502][errors.registries.500] ${behaviour} ends at the ceiling`, async ({
    api,
  }) => {
    const ceilingMs = Number(api.environment.variables.SOURCE_TIMEOUT_MS);
    await Promise.all(
      lookups.map(async (lookup) => {
        const status = lookup.kind === 'registry' ? 500 : 502;
        const startedAt = performance.now();
        await expectNotCharged(api, lookup, { behaviour, status }, (reply) => {
          expectError(reply, lookup, status, lookup.messages.unavailable);
          // Integration included; a busy machine is slow, yet nothing waits for a second ceiling.
          expect(performance.now() - startedAt).toBeLessThan(ceilingMs * 2);
        });
      }),
    );
  });
}

test('[sources.redirect] nobody went where a redirect pointed', async ({ api }) => {
  const integration = await api.integration();
  for (const lookup of lookups) {
    await api.ask(lookup, { as: integration, json: lookup.question(reserved('redirect')) });
  }
  expect(await api.source.redirectsFollowed()).toBe(0);
});
