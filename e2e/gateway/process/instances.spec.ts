import { environment } from '@/e2e/environment';
import { Door, freshAddress } from '@/e2e/gateway/door';
import { Api, expect, expectError, expectGlobalLimit, test } from '@/e2e/gateway/fixtures';
import { cuiNit, lookups, renap, somebody } from '@/e2e/gateway/lookups';
import { Source } from '@/e2e/gateway/source';
import { type AppKind, startApp } from '@/testing/app';

/** What concerns a process as a whole rather than the way into it. */

/** An app of its own with these variables, stopped whatever happens. */
async function withApp(
  kind: AppKind,
  variables: Record<string, string>,
  db: Api['db'],
  story: (api: Api) => Promise<void>,
): Promise<void> {
  const env = environment();
  const app = await startApp(kind, { ...env.variables, ...variables });
  const door = new Door(kind === 'next' ? 'next' : 'direct', {
    ...env,
    serverUrl: app.url,
    nextUrl: app.url,
  });
  try {
    await story(new Api(door, db, new Source(env.simulatorUrl), env));
  } finally {
    await door.close();
    await app.stop();
  }
}

test('[limits.one-process] the direct door and the router of a process share their counters', async ({
  db,
}) => {
  const env = environment();
  const source = new Source(env.simulatorUrl);
  const doors = [new Door('direct', env), new Door('router', env)];
  const [direct, router] = doors.map((door) => new Api(door, db, source, env));
  if (direct === undefined || router === undefined) throw new Error('two doors are two');
  const as = await direct.integration();
  const address = freshAddress();
  for (const api of [direct, router]) {
    await Promise.all(Array.from({ length: 15 }, () => api.ask(cuiNit, { as, json: {}, address })));
    // The other half of the address's quota, spent without credentials.
    await Promise.all(Array.from({ length: 34 }, () => api.ask(renap, { address })));
  }
  for (const api of [direct, router]) {
    const reply = await api.ask(cuiNit, { as, json: {}, address });
    expectError(reply, cuiNit, 429, cuiNit.messages.limited);
  }
  for (const api of [direct, router]) expectGlobalLimit(await api.ask(renap, { address }));
  await Promise.all(doors.map((door) => door.close()));
});

for (const kind of ['server', 'next'] as const) {
  test(`[limits.peer][limits.tightened] ${kind}: without trusted proxies X-Forwarded-For is nobody's address`, async ({
    db,
  }) => {
    const variables = { TRUSTED_PROXY_HOPS: '0', LIMIT_GLOBAL: '3', LIMIT_CATALOGOS: '1' };
    await withApp(kind, variables, db, async (api) => {
      const as = await api.integration();
      const ask = () =>
        api.ask(cuiNit, { as, json: { nit: somebody.nit }, address: freshAddress() });
      const first = await ask();
      expect(first.headers['ratelimit-policy']).toBe('"catalogos";q=1;w=60');
      expect([first.status, (await ask()).status, (await ask()).status]).toEqual([200, 429, 429]);
      expectGlobalLimit(await ask());
    });
  });
}

test('[endpoints.method-post] the direct door refuses methods that Next does not know', async ({
  api,
}) => {
  for (const lookup of lookups) {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE']) {
      const reply = await api.ask(lookup, { method });
      expectError(reply, lookup, 405, lookup.messages.method);
      expect(reply.headers.allow).toBe('POST');
    }
  }
});
