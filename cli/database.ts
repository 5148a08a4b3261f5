import { Command } from 'commander';
import postgres from 'postgres';
import { migrateDatabase } from '@/db/migrate';
import { loadDevelopment } from '@/server/load-development';
import { dataFolder } from '@/server/paths';
import { withContext } from './context';
import { Problem, print } from './output';

export function databaseCommands(): Command {
  const db = new Command('db').description('Schema and demonstration data.');
  db.command('migrate').description('bring the schema up to date').action(migrate);
  db.command('seed')
    .description('demonstration data for an empty database (development only)')
    .action(seed);
  return db;
}

async function migrate({ json }: { json?: boolean }): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort(new Problem(`Stopped by ${signal}.`)));
  }
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const applied = await withContext(({ ownerUrl, databaseUrl }) =>
    migrateDatabase(ownerUrl, { databaseUrl, signal: stop.signal, report }).catch(notOwner),
  );
  print(json, { migrated: true, applied }, ['The schema is up to date.']);
}

/** Says how to name the role that may change the schema. */
function notOwner(error: unknown): never {
  if (!(error instanceof postgres.PostgresError) || error.code !== '42501') throw error;
  const remedy = 'set MIGRATION_DATABASE_URL to the owner of the tables';
  throw new Problem(`The schema cannot be changed (${error.message}): ${remedy}.`);
}

async function seed({ json }: { json?: boolean }): Promise<void> {
  const seeded = await withContext(async ({ databaseUrl, deployment }) => {
    if (deployment === 'production') {
      throw new Problem('Demonstration data is for development only: APP_ENV is production.');
    }
    const { demonstration } = await loadDevelopment();
    return demonstration(databaseUrl, dataFolder);
  });
  if (seeded === undefined) {
    throw new Problem('The database already has integrations: it is not seeded again.');
  }
  const { administrator, integrations } = seeded;
  print(json, seeded, [
    ...integrations.map(({ nombre, token, about }) => `${nombre}  ${token}  ${about}`),
    `console: ${administrator.email}  password: ${administrator.password}`,
  ]);
}
