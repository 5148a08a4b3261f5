import { access, constants, mkdir } from 'node:fs/promises';
import { connectDatabase, withConnection } from '@/db/client';
import { readDeploymentId } from '@/db/deployment';
import { durabilityProblems } from '@/db/durability';
import { migrateDatabase } from '@/db/migrate';
import { schemaState } from '@/db/migrations';
import { isPrivileged } from '@/db/roles';
import { databaseFailure } from '@/lib/base/env/database-url';
import { accountsLacked, readSettings, type Settings } from '@/lib/base/env/env';
import { variablesOf } from '@/lib/base/env/source-settings';
import { causeOf } from '@/lib/base/process/cause';
import { keyProblems, keyringsOf } from '@/lib/tasks/keyrings';
import { loadDevelopment } from './load-development';
import { dataFolder } from './paths';
import { baseUrl } from './port';
import { provideSecrets } from './secrets';
import { StartError } from './start-error';

export type Cleanups = (() => Promise<unknown>)[];

export type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * Prepares what the processes need: the database, its schema and keys, and in development the
 * simulated sources and the secrets. Sets their variables in the environment. `embedded` is true
 * without `DATABASE_URL`, when the start brought its own database.
 */
export async function prepare(settings: Settings, cleanups: Cleanups, signal: AbortSignal) {
  if (settings.deployment !== 'production') await provideDataFolder();
  const { url: databaseUrl, ownerUrl } = await findDatabase(settings, cleanups);
  signal.throwIfAborted();
  process.env.DATABASE_URL = databaseUrl;
  // The processes that start later must not have the owner's rights.
  delete process.env.MIGRATION_DATABASE_URL;
  process.env.APP_ENV = settings.deployment;
  await simulatedSources(settings, cleanups);
  await developmentSecrets(settings);
  const problems = await withConnection(databaseUrl, durabilityProblems).catch((error: unknown) => {
    throw new StartError(databaseFailure(databaseUrl, error));
  });
  if (problems.length > 0)
    throw new StartError(`The database may lose money: ${problems.join('; ')}.`);
  await prepareSchema(settings, databaseUrl, ownerUrl);
  await checkKeys(databaseUrl);
  const deploymentId = await withConnection(databaseUrl, readDeploymentId);
  const prepared = { databaseUrl, deploymentId, embedded: settings.databaseUrl === undefined };
  if (!prepared.embedded) return { ...prepared, seeded: undefined };
  const { demonstration } = await loadDevelopment();
  return { ...prepared, seeded: await demonstration(databaseUrl, dataFolder) };
}

async function provideDataFolder(): Promise<void> {
  try {
    await mkdir(dataFolder, { recursive: true });
    await access(dataFolder, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `Cannot write to ${dataFolder}, where development keeps its data (${causeOf(error)}): set ` +
        'PASARELA_DATA to a folder that can be written.',
    );
  }
}

async function findDatabase(settings: Settings, cleanups: Cleanups) {
  const { databaseUrl, migrationDatabaseUrl } = settings;
  if (databaseUrl) return { url: databaseUrl, ownerUrl: migrationDatabaseUrl };
  const { startEmbeddedPostgres } = await loadDevelopment();
  const embedded = await startEmbeddedPostgres(dataFolder);
  cleanups.push(embedded.stop);
  return embedded;
}

/** Migrates in development. In production, throws unless the schema fits this build. */
async function prepareSchema(
  { deployment, allowsOwner }: Settings,
  databaseUrl: string,
  ownerUrl: string | undefined,
): Promise<void> {
  const privileged = await withConnection(databaseUrl, isPrivileged);
  if (privileged && deployment === 'production' && !allowsOwner) {
    throw new StartError(
      'The role of DATABASE_URL could change the schema: give it only the rights that migrations ' +
        'grant, and the owner to MIGRATION_DATABASE_URL (ALLOW_INSECURE=owner allows it).',
    );
  }
  const migrator = ownerUrl ?? (privileged ? databaseUrl : undefined);
  if (deployment !== 'production' && migrator !== undefined) {
    await migrateDatabase(migrator, { databaseUrl });
  }
  const state = await withConnection(databaseUrl, schemaState);
  if (state === 'older') {
    throw new StartError(
      'The schema is older than this build: run pasarela db migrate with MIGRATION_DATABASE_URL.',
    );
  }
  if (state === 'unsupported') {
    throw new StartError(
      'The schema is newer than this build, by more than one release: start the build that ' +
        'migrated it, or restore a backup from before.',
    );
  }
}

async function checkKeys(databaseUrl: string): Promise<void> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  const problems = await keyProblems(db, keyringsOf(readSettings(process.env))).finally(() =>
    db.$client.end({ timeout: 5 }),
  );
  if (problems.length > 0) {
    throw new StartError(['The keys do not fit the database:', ...problems].join('\n  - '));
  }
}

/** The simulator stands in for each source that lookups need and lack, and receives e-mail. */
async function simulatedSources(settings: Settings, cleanups: Cleanups) {
  const { mail, serves } = settings;
  const lacked = accountsLacked(settings);
  if (serves === 'pages' || lacked.length === 0) return;
  const { startSimulator } = await loadDevelopment();
  const simulator = await startSimulator();
  cleanups.push(() => simulator.close());
  const names = lacked.flatMap(variablesOf);
  const unknown = names.filter((name) => simulator.variables[name] === undefined);
  if (unknown.length > 0) {
    throw new StartError(`The simulator has no such source: set ${unknown.join(', ')}.`);
  }
  for (const name of names) process.env[name] = simulator.variables[name];
  process.env.NOTICE_CATCHER_URL = simulator.noticesUrl;
  if (mail === undefined) {
    process.env.SMTP_URL = simulator.smtpUrl;
    process.env.MAIL_FROM = 'avisos@pasarela.example';
  }
}

async function developmentSecrets({ deployment, host, port }: Settings): Promise<void> {
  if (deployment === 'production') return;
  await provideSecrets();
  process.env.NEXTAUTH_URL ||= baseUrl(host, port);
}
