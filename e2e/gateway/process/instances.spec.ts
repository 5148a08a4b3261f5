import { cuiNit, type LookupUnderTest, lookups, renap, somebody } from '@/checks/lookups';
import { connectDatabase } from '@/db/client';
import { environment } from '@/e2e/environment';
import { expect, expectError, expectGlobalLimit, test } from '@/e2e/gateway/fixtures';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { findIntegration } from '@/lib/integrations/find';
import { freshAddress } from '@/testing/address';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { asOwner, createTestDatabase, migrateTestDatabase } from '@/testing/postgres';
import { withApp } from './with-app';

/** Tests of a process as a whole rather than of one entry point. */

/** Forges both headers that may carry an address: a proxy's and the server's own. */
function forged() {
  return { address: freshAddress(), headers: { 'x-pasarela-peer': `guess ${freshAddress()}` } };
}

test('[limits.one-process] every spelling of a path counts alike', async ({ api }) => {
  const as = await api.integration();
  const spellings = [cuiNit, { ...cuiNit, path: '/catalogos/./cui-nit' }];
  for (const spelled of spellings) {
    const ask = () => api.ask(spelled, { as, json: {} });
    await Promise.all(Array.from({ length: 15 }, ask));
    // The other half of the address's quota, spent without credentials.
    await Promise.all(Array.from({ length: 34 }, () => api.ask(renap)));
  }
  for (const spelled of spellings) {
    const reply = await api.ask(spelled, { as, json: {} });
    expectError(reply, cuiNit, 429, cuiNit.messages.limited);
  }
  expectGlobalLimit(await api.ask(renap));
});

for (const kind of ['server', 'next'] as const) {
  test(`[limits.peer][limits.tightened] ${kind}: without trusted proxies X-Forwarded-For is nobody's address`, async ({
    db,
  }) => {
    const variables = { TRUSTED_PROXY_HOPS: '0', LIMIT_GLOBAL: '3', LIMIT_CATALOGOS: '1' };
    await withApp(kind, variables, db, async (api) => {
      const as = await api.integration();
      const ask = () => api.ask(cuiNit, { as, json: { nit: somebody.nit }, ...forged() });
      const first = await ask();
      expect(first.headers['ratelimit-policy']).toBe('"catalogos";q=1;w=60');
      expect([first.status, (await ask()).status, (await ask()).status]).toEqual([200, 429, 429]);
      expectGlobalLimit(await ask());
      const spelled = { ...cuiNit, path: '/catalogos/./cui-nit' };
      expectGlobalLimit(await api.ask(spelled, forged()));
      const limits = { ...DEFAULT_LIMITS, global: 3, catalogos: 1 };
      const document = await fetch(new URL('/openapi.json?lang=en', api.entryPoint.origin));
      expect(await document.json()).toEqual(
        JSON.parse(JSON.stringify(openApiDocument('en', limits))),
      );
    });
  });
}

test('[errors.catalogos.500][money.unresolved] a failure of our own is a 500 with a fixed text, and free', async ({
  db,
}) => {
  const env = environment();
  const databaseUrl = await createTestDatabase(env.databaseUrl, `broken_${Date.now()}`);
  await migrateTestDatabase(databaseUrl);
  const as = await createTestIntegration(databaseUrl, { saldo: 20_000n, tarifa: 5_000n });
  const broken = connectDatabase(databaseUrl, { max: 1 });
  // A settlement is tried until the deadline, which a busy machine must not reach before it asks.
  const variables = { ...LOOKUPS_ALONE, DATABASE_URL: databaseUrl, SOURCE_TIMEOUT_MS: '3000' };
  await withApp('server', variables, db, async (api) => {
    const ask = (lookup: LookupUnderTest) =>
      api.ask(lookup, { as, json: lookup.question(somebody) });
    // Without the records no query can be settled; without the integrations none can begin.
    for (const table of ['query_records', 'integrations']) {
      await asOwner(databaseUrl, `ALTER TABLE ${table} RENAME TO ${table}_away`);
      const expectFailure = async (lookup: LookupUnderTest) => {
        const text = lookup.kind === 'catalog' ? 'Algo salió mal' : 'Something went wrong.';
        expectError(await ask(lookup), lookup, 500, text);
      };
      await Promise.all(lookups.map(expectFailure));
      await asOwner(databaseUrl, `ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
    expect((await findIntegration(broken, as.nombre)).saldo).toBe(20_000n);
    expect((await ask(cuiNit)).status).toBe(200);
    expect((await findIntegration(broken, as.nombre)).saldo).toBe(15_000n);
  }).finally(() => broken.$client.end({ timeout: 5 }));
});

test('[endpoints.method-post] npm start answers odd methods by itself', async ({ api }) => {
  for (const lookup of lookups) {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE']) {
      const reply = await api.ask(lookup, { method });
      expectError(reply, lookup, 405, lookup.messages.method);
      expect(reply.headers.allow).toBe('POST');
    }
  }
  const asComponent = await api.ask(cuiNit, { headers: { rsc: '1' } });
  expectError(asComponent, cuiNit, 403, cuiNit.messages.missingCredentials);
  expect((await api.ask({ ...cuiNit, path: '/docs' }, { method: 'TRACE' })).status).toBe(405);
});
