import { randomBytes } from 'node:crypto';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { ownerUrlOf } from '@/db/embedded';
import { isMigrated } from '@/db/migrate';
import { isPrivileged } from '@/db/roles';
import { startApp, type Variables } from '@/testing/app';
import { createTestDatabase } from '@/testing/postgres';

const PRODUCTION = {
  APP_ENV: 'production',
  PASARELA_SERVES: 'lookups',
  ALLOW_INSECURE: 'http',
  TRUSTED_PROXY_HOPS: '0',
  IDENTIFIERS_KEY: randomBytes(32).toString('base64url'),
  ...{ RENAP_URL: 'http://127.0.0.1:9', RENAP_TOKEN: 'x' },
  ...{ RTU_URL: 'http://127.0.0.1:9', RTU_TOKEN: 'x' },
  ...{ CATALOGOS_URL: 'http://127.0.0.1:9', CATALOGOS_TOKEN: 'x' },
};

vi.setConfig({ testTimeout: 120_000 });

/** An empty database, by the role of the app. */
let url: string;
beforeEach(async () => {
  url = await createTestDatabase(inject('databaseUrl'), `roles_${randomBytes(6).toString('hex')}`);
});

/** Starts the app, and stops it once it answers. Returns what it printed when it does not start. */
function start(variables: Variables): Promise<string | undefined> {
  const app = startApp('server', { ...PRODUCTION, ...variables });
  return app.then(
    (started) => started.stop().then(() => undefined),
    (error: unknown) => String(error),
  );
}

it('production refuses the owner of the tables as the role of the app, before it migrates', async () => {
  const owner = ownerUrlOf(url);
  const refused = await start({ DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner });
  expect(refused).toContain('The role of DATABASE_URL could change the schema');
  expect(await isMigrated(owner)).toBe(false);
  expect(await start({ DATABASE_URL: owner, ALLOW_INSECURE: 'http,owner' })).toBeUndefined();
});

it('the role of the app gets its rights from the owner, and then starts alone', async () => {
  expect(await start({ DATABASE_URL: url })).toContain('The schema is not up to date');
  const both = { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrlOf(url) };
  expect(await start(both)).toBeUndefined();
  expect(await isPrivileged(url)).toBe(false);
  expect(await start({ DATABASE_URL: url })).toBeUndefined();
});
