import { lookups, somebody } from '@/cli/conformance/lookups';
import { freshAddress } from './entry-point';
import { type Api, expect, expectError, expectGlobalLimit, freshRequestId, test } from './fixtures';

/** When several conditions hold at once, which one answers: proved pair by pair. */

const UNKNOWN = 'Integración no encontrada con estas credenciales.';
const NO_BALANCE = 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';
const TOO_LARGE = { otro: 'a'.repeat(64 * 1024) };

async function exhaustedAddress(api: Api): Promise<string> {
  const address = freshAddress();
  const [first] = lookups;
  await Promise.all(Array.from({ length: 100 }, () => api.ask(first, { address })));
  return address;
}

test('[checks.method-first] the method comes before the global limit', async ({ api }) => {
  const address = await exhaustedAddress(api);
  for (const lookup of lookups) {
    const reply = await api.ask(lookup, { method: 'GET', address });
    expectError(reply, lookup, 405, lookup.messages.method);
  }
});

test('[checks.global-before-credentials] the global limit comes before the credentials', async ({
  api,
}) => {
  const address = await exhaustedAddress(api);
  for (const lookup of lookups) {
    expectGlobalLimit(await api.ask(lookup, { address, json: {} }));
    const as = { nombre: 'nobody', token: 'wrong' };
    expectGlobalLimit(await api.ask(lookup, { address, as, json: {} }));
  }
});

for (const lookup of lookups) {
  const [sibling] = lookups.filter(
    ({ policy, name }) => policy === lookup.policy && name !== lookup.name,
  );

  test(`[checks.credentials-before-flag] ${lookup.name} with a wrong token and the flag off`, async ({
    api,
  }) => {
    const { nombre } = await api.integration({ flags: [] });
    const reply = await api.ask(lookup, { as: { nombre, token: 'wrong' }, json: {} });
    if (lookup.kind === 'catalog') expectError(reply, lookup, 401, UNKNOWN);
    else expectError(reply, lookup, 403, lookup.messages.missingCredentials);
    expect(reply.headers.ratelimit).toBeUndefined();
  });

  test(`[checks.credentials-before-flag] ${lookup.name} without credentials and a body too large`, async ({
    api,
  }) => {
    const reply = await api.ask(lookup, { json: TOO_LARGE });
    expectError(reply, lookup, 403, lookup.messages.missingCredentials);
  });

  test(`[checks.flag-before-rate][checks.spend] ${lookup.name} with the flag off spends nothing and is never limited`, async ({
    api,
  }) => {
    const flags = sibling === undefined ? [] : [sibling.flag];
    const as = await api.integration({ flags });
    const replies = await Promise.all(
      Array.from({ length: lookup.quota + 1 }, () => api.ask(lookup, { as, json: {} })),
    );
    for (const reply of replies) expectError(reply, lookup, 403, lookup.messages.disabled);
    if (sibling === undefined) return;
    const spent = await Promise.all(
      Array.from({ length: sibling.quota }, () => api.ask(sibling, { as, json: {} })),
    );
    expect(new Set(spent.map(({ status }) => status))).toEqual(new Set([400]));
    expectError(await api.ask(lookup, { as, json: {} }), lookup, 403, lookup.messages.disabled);
  });

  test(`[checks.rate-before-body] ${lookup.name} over its limit with bodies of every kind`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 0n });
    await Promise.all(
      Array.from({ length: lookup.quota }, () => api.ask(lookup, { as, json: {} })),
    );
    for (const json of [{}, [], TOO_LARGE, lookup.question(somebody)]) {
      expectError(await api.ask(lookup, { as, json }), lookup, 429, lookup.messages.limited);
    }
  });

  if (lookup.kind === 'registry') continue;

  test(`[checks.body-before-balance] ${lookup.name} without balance`, async ({ api }) => {
    const as = await api.integration({ saldo: 0n });
    const { nit } = somebody;
    const invalid = 'Los datos de la consulta no son validos.';
    const asked = [
      [{}, 400, lookup.messages.incomplete],
      [{ nit, actualizado: 'no' }, 400, invalid],
      [TOO_LARGE, 413, lookup.messages.tooLarge],
      [{ nit }, 402, NO_BALANCE],
    ] as const;
    for (const [json, status, text] of asked) {
      expectError(await api.ask(lookup, { as, json }), lookup, status, text);
    }
  });

  test(`[checks.balance-before-source] ${lookup.name} without balance leaves the source alone`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 4_999n, tarifa: 5_000n });
    const requestId = freshRequestId();
    const reply = await api.ask(lookup, { as, json: { nit: somebody.nit }, requestId });
    expectError(reply, lookup, 402, NO_BALANCE);
    expect(await api.source.calls(requestId)).toEqual([]);
  });
}
