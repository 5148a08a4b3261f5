import { beforeEach, expect, it } from 'vitest';
import { withConnection } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { schemaState } from '@/db/migrations';
import { isPrivileged } from '@/db/roles';
import { freePort } from '@/lib/base/process/free-port';
import packageJson from '@/package.json' with { type: 'json' };
import { startApp, type Variables } from '@/testing/app';
import { COMMON } from '@/testing/harness';
import { asOwner, migrateTestDatabase } from '@/testing/postgres';
import { startProgram } from '@/testing/program';
import { partsWithDatabase } from '@/testing/shared-parts';
import { sourcesAt } from '@/testing/sources';

const PRODUCTION = {
  APP_ENV: 'production',
  PASARELA_SERVES: 'lookups',
  ...COMMON,
  ...sourcesAt('http://127.0.0.1:9'),
};

/** An empty database, by the role of the app. */
let url: string;
beforeEach(async () => {
  ({ url } = await partsWithDatabase());
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
  expect(await withConnection(owner, schemaState)).toBe('older');
  await migrateDatabase(owner);
  expect(await start({ DATABASE_URL: owner, ALLOW_INSECURE: 'http,owner' })).toBeUndefined();
});

it('production starts on a schema that supports its build, and never migrates', async () => {
  const owner = ownerUrlOf(url);
  const both = { DATABASE_URL: url, MIGRATION_DATABASE_URL: owner };
  expect(await start(both)).toContain(
    'The schema is older than this build: run pasarela db migrate',
  );
  expect(await withConnection(owner, schemaState)).toBe('older');
  await migrateTestDatabase(url);
  expect(await withConnection(url, isPrivileged)).toBe(false);
  expect(await start({ DATABASE_URL: url })).toBeUndefined();
  await asOwner(url, "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 1)");
  // As an instance that dies between the migration and its replacement.
  expect(await start({ DATABASE_URL: url })).toBeUndefined();
  await asOwner(url, 'INSERT INTO drizzle.supported_builds VALUES (9999999999999)');
  expect(await start({ DATABASE_URL: url })).toContain('The schema is newer than this build');
});

it('a start names the rights that its role lacks', async () => {
  await migrateTestDatabase(url);
  await asOwner(url, `REVOKE INSERT ON holds FROM "${decodeURIComponent(new URL(url).username)}"`);
  const opsPort = await freePort();
  // Not `startApp`: health is 503 by the same cause.
  const { output, stop } = await startProgram({
    args: packageJson.scripts.start.split(' ').slice(2),
    env: { ...PRODUCTION, DATABASE_URL: url, PORT: '0', OPS_PORT: String(opsPort) },
    readyUrl: `http://127.0.0.1:${opsPort}/livez`,
  });
  const line = '"event":"rights_missing","rights":["INSERT on holds"]';
  await expect.poll(output, { timeout: 20_000 }).toContain(line);
  await stop();
});
