import { cuiNit, lookups, renap, somebody } from '@/cli/conformance/lookups';
import { freshAddress } from './entry-point';
import { type Api, expect, expectError, expectGlobalLimit, test } from './fixtures';

/** Whose counter a request spends from, told by several addresses and integrations. */

const GLOBAL_LIMIT = 100;

/** Spends an address's quota without credentials, on all five lookups together. */
async function exhaustAddress(api: Api, address: string): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: GLOBAL_LIMIT }, (_, index) =>
      api.ask(lookups[index % lookups.length] ?? renap, { address }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(GLOBAL_LIMIT).fill(403));
}

test('[limits.by-integration] a counter belongs to an integration, wherever it asks from', async ({
  api,
}) => {
  const [one, other] = await Promise.all([api.integration(), api.integration()]);
  const ask = (as: typeof one, json: object = { nit: somebody.nit }) =>
    api.ask(cuiNit, { as, json, address: freshAddress() });
  await Promise.all(Array.from({ length: cuiNit.quota }, () => ask(one, {})));
  expect((await ask(one)).status).toBe(429);
  expect((await ask({ ...one, nombre: one.nombre.toUpperCase() })).status).toBe(429);
  expect((await ask(other)).status).toBe(200);
});

test('[limits.rule-4][limits.global] an address has a hundred requests, whatever became of them', async ({
  api,
}) => {
  const as = await api.integration();
  const address = freshAddress();
  await exhaustAddress(api, address);
  for (const lookup of lookups) {
    const asked = { as, json: lookup.question(somebody) };
    expectGlobalLimit(await api.ask(lookup, { ...asked, address }));
    expectError(
      await api.ask(lookup, { method: 'GET', address }),
      lookup,
      405,
      lookup.messages.method,
    );
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
