import {
  catalogRtu,
  catalogs,
  cuiNit,
  type LookupUnderTest,
  lookups,
  omisos,
  registries,
  renap,
  rtu,
  somebody,
} from '@/cli/conformance/lookups';
import { freshAddress } from './entry-point';
import { type Api, expect, expectError, expectGlobalLimit, freshRequestId, test } from './fixtures';

/** Per-minute counters by integration and the global one by address; empty bodies spend as well. */

const GLOBAL_LIMIT = 100;

type Credentials = NonNullable<Parameters<Api['ask']>[1]>['as'] & object;

function spend(
  api: Api,
  lookup: LookupUnderTest,
  as: Credentials,
  times: number,
  address?: string,
) {
  const asked = { as, json: {}, ...(address === undefined ? {} : { address }) };
  return Promise.all(Array.from({ length: times }, () => api.ask(lookup, asked)));
}

/** Spends an address's quota without credentials, on all five lookups together. */
async function exhaustAddress(api: Api, address: string): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: GLOBAL_LIMIT }, (_, index) =>
      api.ask(lookups[index % lookups.length] ?? renap, { address }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(GLOBAL_LIMIT).fill(403));
}

for (const lookup of lookups) {
  test(`[limits.renap][limits.rtu][limits.catalogos][errors.registries.429][errors.catalogos.429-limit][errors.rule-5][checks.spend] ${lookup.name} allows its quota and no more`, async ({
    api,
  }) => {
    const as = await api.integration();
    const replies = await spend(api, lookup, as, lookup.quota);
    expect(replies.map(({ status }) => status)).toEqual(Array(lookup.quota).fill(400));
    const requestId = freshRequestId();
    const json = lookup.question(somebody);
    const refused = await api.ask(lookup, { as, json, requestId });
    expectError(refused, lookup, 429, lookup.messages.limited);
    expect(await api.source.calls(requestId)).toEqual([]);
  });

  test(`[answer.ratelimit][limits.rule-3] ${lookup.name} counts down in the RateLimit fields`, async ({
    api,
  }) => {
    const as = await api.integration();
    const replies = await spend(api, lookup, as, lookup.quota + 1);
    const policy = `"${lookup.policy}";q=${lookup.quota};w=60`;
    expect(new Set(replies.map(({ headers }) => headers['ratelimit-policy']))).toEqual(
      new Set([policy]),
    );
    const remaining = replies.map(({ headers }) => {
      const field = /^"([a-z]+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit));
      expect(field?.[1]).toBe(lookup.policy);
      expect(Number(field?.[3])).toBeGreaterThan(0);
      expect(Number(field?.[3])).toBeLessThanOrEqual(60);
      return Number(field?.[2]);
    });
    const expected = Array.from({ length: lookup.quota }, (_, index) => index);
    expect(remaining.sort((a, b) => a - b)).toEqual([0, ...expected]);
  });
}

test('[limits.rule-2][service.catalogs-share] the three catalogs share one counter', async ({
  api,
}) => {
  const as = await api.integration();
  for (const lookup of catalogs) await spend(api, lookup, as, 10);
  for (const lookup of catalogs) {
    const reply = await api.ask(lookup, { as, json: { nit: somebody.nit } });
    expectError(reply, lookup, 429, lookup.messages.limited);
  }
});

test('[limits.rule-2] one catalog can use up the quota of the other two', async ({ api }) => {
  const as = await api.integration();
  await spend(api, omisos, as, 30);
  for (const lookup of [cuiNit, catalogRtu]) {
    expect((await api.ask(lookup, { as, json: { nit: somebody.nit } })).status).toBe(429);
  }
});

test('[limits.own-counters] person registry, RTU by NIT and catalogs count apart', async ({
  api,
}) => {
  const as = await api.integration();
  await spend(api, cuiNit, as, 31);
  for (const lookup of registries) {
    expect((await api.ask(lookup, { as, json: lookup.question(somebody) })).status).toBe(200);
  }
  await spend(api, renap, as, 30);
  expect((await api.ask(renap, { as, json: {} })).status).toBe(429);
  expect((await api.ask(rtu, { as, json: rtu.question(somebody) })).status).toBe(200);
});

test('[limits.by-integration] a counter belongs to an integration, wherever it asks from', async ({
  api,
}) => {
  const [one, other] = await Promise.all([api.integration(), api.integration()]);
  await spend(api, cuiNit, one, 15);
  await spend(api, cuiNit, one, 15, freshAddress());
  const asked = { json: { nit: somebody.nit }, address: freshAddress() };
  expect((await api.ask(cuiNit, { as: one, ...asked })).status).toBe(429);
  const shouted = { nombre: one.nombre.toUpperCase(), token: one.token };
  expect((await api.ask(cuiNit, { as: shouted, ...asked })).status).toBe(429);
  expect((await api.ask(cuiNit, { as: other, ...asked })).status).toBe(200);
});

test('[limits.global][errors.body.global][limits.rule-1][limits.rule-4][errors.rule-6][errors.rule-5] an address has a hundred requests, whatever became of them', async ({
  api,
}) => {
  const as = await api.integration();
  const address = freshAddress();
  await exhaustAddress(api, address);
  for (const lookup of lookups) {
    const asked = { as, json: lookup.question(somebody) };
    expectGlobalLimit(await api.ask(lookup, { ...asked, address }));
    expect((await api.ask(lookup, { ...asked, address: freshAddress() })).status).toBe(200);
  }
});

test('[limits.forwarded-for] entries that a client forges further left move nothing', async ({
  api,
}) => {
  const address = freshAddress();
  await exhaustAddress(api, address);
  for (const forged of ['198.51.100.7', `${freshAddress()}, 10.0.0.1`, 'nonsense', ',,']) {
    expectGlobalLimit(await api.ask(renap, { address: `${forged}, ${address}` }));
  }
  expect((await api.ask(renap, { address: `${address}, ${freshAddress()}` })).status).toBe(403);
});

test('[limits.ipv6] an IPv6 network counts as one address, however it is written', async ({
  api,
}) => {
  const address = freshAddress();
  const network = address.slice(0, -'::1'.length);
  await exhaustAddress(api, address);
  for (const same of [`${network}:a:b:c:d`, `[${network}::2]:4711`, `${network}::FFFF`]) {
    expectGlobalLimit(await api.ask(renap, { address: same }));
  }
});

test('[limits.global-scope] other pages do not spend from the global limit', async ({ api }) => {
  const address = freshAddress();
  const page = { ...renap, path: '/health' };
  await Promise.all(
    Array.from({ length: GLOBAL_LIMIT + 1 }, () => api.ask(page, { method: 'GET', address })),
  );
  expect((await api.ask(renap, { address })).status).toBe(403);
  expect((await api.ask(page, { method: 'GET', address })).status).toBe(200);
});
