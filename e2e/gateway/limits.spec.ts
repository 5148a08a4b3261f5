import { cuiNit, lookups, renap, somebody } from '@/checks/lookups';
import { freshAddress } from '@/testing/address';
import { expect, expectError, expectGlobalLimit, test } from './fixtures';

/** Which counter a request spends from. */

const GLOBAL_LIMIT = 100;

test('[limits.by-integration] a name in capitals spends from the same counter', async ({ api }) => {
  const as = await api.integration();
  const ask = (nombre: string, json: object) =>
    api.ask(cuiNit, { as: { ...as, nombre }, json, address: freshAddress() });
  await Promise.all(Array.from({ length: cuiNit.quota }, () => ask(as.nombre, {})));
  expect((await ask(as.nombre.toUpperCase(), { nit: somebody.nit })).status).toBe(429);
});

test('[limits.rule-4][limits.global][limits.forwarded-for][limits.ipv6] an address has a hundred requests, however it is written', async ({
  api,
}) => {
  const address = freshAddress();
  const network = address.slice(0, -'::1'.length);
  // Without credentials, on all lookups together.
  const replies = await Promise.all(
    Array.from({ length: GLOBAL_LIMIT }, (_, index) =>
      api.ask(lookups[index % lookups.length] ?? renap, { address }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(GLOBAL_LIMIT).fill(403));
  const spellings = [`${network}:a:b:c:d`, `[${network}::2]:4711`, `${network}::FFFF`];
  const forged = ['198.51.100.7', `${freshAddress()}, 10.0.0.1`, 'nonsense', ',,'];
  for (const same of [address, ...spellings, ...forged.map((left) => `${left}, ${address}`)]) {
    expectGlobalLimit(await api.ask(renap, { address: same }));
  }
  expect((await api.ask(renap, { address: `${address}, ${freshAddress()}` })).status).toBe(403);
  const as = await api.integration();
  for (const lookup of lookups) {
    const asked = { as, json: lookup.question(somebody) };
    expectGlobalLimit(await api.ask(lookup, { ...asked, address }));
    const { method } = lookup.messages;
    expectError(await api.ask(lookup, { method: 'GET', address }), lookup, 405, method);
    expect((await api.ask(lookup, { ...asked, address: freshAddress() })).status).toBe(200);
  }
});
