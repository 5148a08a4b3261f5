import { catalogs, cuiNit, lookups, somebody } from '@/cli/conformance/lookups';
import { rotate as rotateVerb } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { reserved } from '@/simulator/reserved';
import { act, type TestIntegration } from '@/testing/integration';
import { expect, freshRequestId, test } from './fixtures';

/** Headers that every answer has, and how soon an administrator's changes count. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ownIds = ['abcdefgh', 'A-z_0123', 'x'.repeat(64)];
const foreignIds = [
  '',
  'abcdefg',
  'x'.repeat(65),
  'con espacio',
  'tilde-ñandú',
  'a.b.c.d.e.f',
  '12345678;',
];

for (const lookup of lookups) {
  const json = lookup.question(somebody);

  test(`[answer.request-id] ${lookup.name} gives the integrator's own id back, and to the source`, async ({
    api,
  }) => {
    const as = await api.integration();
    for (const id of ownIds) {
      const { headers } = await api.ask(lookup, { as, json, requestId: id });
      expect(headers['x-request-id']).toBe(id);
      expect(await api.source.calls(id)).not.toEqual([]);
    }
    expect((await api.records(as)).map(({ requestId }) => requestId)).toEqual(ownIds);
  });

  test(`[answer.request-id] ${lookup.name} makes a new id where there is none to use`, async ({
    api,
  }) => {
    const as = await api.integration();
    const sent = foreignIds.map((id) => Buffer.from(id, 'utf8').toString('latin1'));
    const replies = [await api.ask(lookup, { as, json })];
    for (const requestId of sent) replies.push(await api.ask(lookup, { as, json, requestId }));
    const ids = replies.map(({ headers }) => String(headers['x-request-id']));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
    const forwarded = await Promise.all(ids.map((id) => api.source.calls(id)));
    expect(forwarded.map((calls) => calls.length)).toEqual(ids.map(() => 1));
  });

  test(`[answer.request-id][answer.ratelimit] ${lookup.name} whatever the answer`, async ({
    api,
  }) => {
    const as = await api.integration();
    const flagless = await api.integration({ flags: [] });
    const failing = lookup.question(reserved('status-503'));
    const [unknown, disabled, incomplete, failed, found] = [
      await api.ask(lookup, { json, requestId: 'unknown-id' }),
      await api.ask(lookup, { as: flagless, json, requestId: 'disabled-id' }),
      await api.ask(lookup, { as, json: {}, requestId: 'incomplete-id' }),
      await api.ask(lookup, { as, json: failing, requestId: freshRequestId('failed') }),
      await api.ask(lookup, { as, json, requestId: freshRequestId('found') }),
    ];
    expect([unknown, disabled, incomplete].map(({ headers }) => headers['x-request-id'])).toEqual([
      'unknown-id',
      'disabled-id',
      'incomplete-id',
    ]);
    const policies = [unknown, incomplete, failed, found].map(
      ({ headers }) => headers['ratelimit-policy'],
    );
    const policy = `"${lookup.policy}";q=${lookup.quota};w=60`;
    expect(policies).toEqual([undefined, policy, policy, policy]);
    const left = [incomplete, failed, found].map(
      ({ headers }) => String(headers.ratelimit).split(';')[1],
    );
    expect(left).toEqual([1, 2, 3].map((spent) => `r=${lookup.quota - spent}`));
  });
}

for (const lookup of catalogs) {
  test(`[resources.catalog-envelope.only-data] ${lookup.name} has one key and no code`, async ({
    api,
  }) => {
    const as = await api.integration();
    const { body } = await api.ask(lookup, { as, json: { nit: somebody.nit } });
    expect(Object.keys(body ?? {})).toEqual(['data']);
  });
}

test('[credentials.next-request] flag and suspension count from the next request on', async ({
  api,
}) => {
  const as = await api.integration({ flags: [] });
  const ask = async () => (await api.ask(cuiNit, { as, json: { nit: somebody.nit } })).status;
  const statuses = [await ask()];
  for (const switches of [
    { is_cui_nit_enabled: true },
    { suspended: true },
    { suspended: false },
    { is_cui_nit_enabled: false },
  ]) {
    await act(api.db, setIntegration, { nombre: as.nombre, switches });
    statuses.push(await ask());
  }
  expect(statuses).toEqual([403, 200, 401, 200, 403]);
});

test('[credentials.rotation] two tokens live while a rotation overlaps, one otherwise', async ({
  api,
}) => {
  const first = await api.integration();
  const rotate = async (overlapMs: number) => {
    const input = { nombre: first.nombre, overlapMs, deployment: 'development' } as const;
    const { token } = await act(api.db, rotateVerb, input);
    return { ...first, token };
  };
  const statusesOf = async (...tokens: TestIntegration[]) => {
    const statuses = [];
    for (const as of tokens) {
      statuses.push((await api.ask(cuiNit, { as, json: { nit: somebody.nit } })).status);
    }
    return statuses;
  };
  const second = await rotate(3_600_000);
  expect(await statusesOf(first, second)).toEqual([200, 200]);
  const third = await rotate(3_600_000);
  expect(await statusesOf(first, second, third)).toEqual([401, 200, 200]);
  const fourth = await rotate(0);
  expect(await statusesOf(second, third, fourth)).toEqual([401, 401, 200]);
});

test('[credentials.token] a token names its deployment and carries 32 random bytes', async ({
  api,
}) => {
  const { token } = await api.integration();
  expect(token).toMatch(/^pas_dev_[A-Za-z0-9_-]{43}$/);
});
