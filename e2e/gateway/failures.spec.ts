import { lookups, somebody } from '@/cli/conformance/lookups';
import { FLAGS } from '@/lib/contract/lookups';
import { setIntegration } from '@/lib/integrations/set';
import { act } from '@/testing/integration';
import { type Api, expect, expectError, freshRequestId, test } from './fixtures';

/** One suite of refusals, run over all five lookups: none reaches the source or leaves a record. */

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

async function suspended(api: Api) {
  const integration = await api.integration();
  const { nombre } = integration;
  await act(api.db, setIntegration, { nombre, switches: { suspended: true } });
  return integration;
}

for (const lookup of lookups) {
  const json = lookup.question(somebody);
  const { messages } = lookup;
  const unknown =
    lookup.kind === 'registry'
      ? { status: 403, text: messages.missingCredentials }
      : { status: 401, text: 'Integración no encontrada con estas credenciales.' };

  for (const method of METHODS) {
    test(`[endpoints.method-post][checks.method-first] ${lookup.name} ${method}`, async ({
      api,
    }) => {
      const reply = await api.ask(lookup, { method });
      expect(reply.headers.allow).toBe('POST');
      if (method === 'HEAD') expect([reply.status, reply.text]).toEqual([405, '']);
      else expectError(reply, lookup, 405, messages.method);
    });
  }

  test(`[auth.rule-3][auth.rule-4][errors.registries.403-credentials][errors.catalogos.403-credentials][errors.rule-1] ${lookup.name} without credentials`, async ({
    api,
  }) => {
    const requestId = freshRequestId();
    const reply = await api.ask(lookup, { json, requestId });
    expectError(reply, lookup, 403, messages.missingCredentials);
    expect(await api.source.calls(requestId)).toEqual([]);
  });

  for (const only of ['login', 'token'] as const) {
    test(`[auth.rule-1][errors.catalogos.401-unknown][credentials.registries-403] ${lookup.name} with the ${only} alone`, async ({
      api,
    }) => {
      const { nombre, token } = await api.integration();
      const headers = { [`x-integracion-${only}`]: only === 'login' ? nombre : token };
      const requestId = freshRequestId();
      const reply = await api.ask(lookup, { json, headers, requestId });
      expectError(reply, lookup, unknown.status, unknown.text);
      expect(await api.source.calls(requestId)).toEqual([]);
    });
  }

  test(`[auth.rule-4][errors.catalogos.401-unknown][credentials.registries-403] ${lookup.name} with the token of another`, async ({
    api,
  }) => {
    const [one, other] = await Promise.all([api.integration(), api.integration()]);
    const as = { nombre: one.nombre, token: other.token };
    expectError(await api.ask(lookup, { as, json }), lookup, unknown.status, unknown.text);
    expect(await api.records(one)).toEqual([]);
    expect(await api.records(other)).toEqual([]);
  });

  test(`[auth.rule-4][errors.catalogos.401-unknown][credentials.registries-403] ${lookup.name} with a name nobody has`, async ({
    api,
  }) => {
    const { token } = await api.integration();
    const as = { nombre: `nobody-${freshRequestId()}`, token };
    expectError(await api.ask(lookup, { as, json }), lookup, unknown.status, unknown.text);
  });

  test(`[credentials.suspended] ${lookup.name} of a suspended integration`, async ({ api }) => {
    const as = await suspended(api);
    expectError(await api.ask(lookup, { as, json }), lookup, unknown.status, unknown.text);
    expect(await api.records(as)).toEqual([]);
  });

  test(`[auth.headers.token-only-there] ${lookup.name} reads no credentials from query or body`, async ({
    api,
  }) => {
    const { nombre, token } = await api.integration();
    const named = { 'x-integracion-login': nombre, 'x-integracion-token': token };
    const path = `${lookup.path}?${new URLSearchParams(named)}`;
    const reply = await api.ask({ ...lookup, path }, { json: { ...json, ...named } });
    expectError(reply, lookup, 403, messages.missingCredentials);
  });

  test(`[auth.rule-5][service.enabled-separately][resources.integration.flags][errors.registries.403-flag][errors.catalogos.403-flag] ${lookup.name} with every flag but its own`, async ({
    api,
  }) => {
    const flags = FLAGS.filter((flag) => flag !== lookup.flag);
    const as = await api.integration({ flags });
    const requestId = freshRequestId();
    const reply = await api.ask(lookup, { as, json, requestId });
    expectError(reply, lookup, 403, messages.disabled);
    expect(await api.source.calls(requestId)).toEqual([]);
    expect(await api.records(as)).toEqual([]);
  });

  test(`[service.enabled-separately][resources.integration.flags] ${lookup.name} with its own flag alone`, async ({
    api,
  }) => {
    const as = await api.integration({ flags: [lookup.flag] });
    const statuses = await Promise.all(
      lookups.map((one) => api.ask(one, { as, json: one.question(somebody) })),
    );
    expect(statuses.map(({ status }) => status)).toEqual(
      lookups.map((one) => (one === lookup ? 200 : 403)),
    );
  });
}
