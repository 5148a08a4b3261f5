import { userInfo } from 'node:os';
import { type ClientOptions, connectDatabase, type Database } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import type { Action } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import type { Change } from '@/lib/audit/write';
import { type Deployment, readDeployment } from '@/lib/base/env/env';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { loadDevelopment } from '@/server/load-development';
import { dataFolder } from '@/server/paths';
import { provideSecrets } from '@/server/secrets';

export interface Context {
  readonly db: Database;
  readonly databaseUrl: string;
  /** Connects as the owner of the tables, where the environment names it. */
  readonly ownerUrl: string;
  readonly deployment: Deployment;
  /** Allows everything: the command line runs with the database's credentials. */
  readonly permit: Permit<Action>;
  /** Opens the identifiers for which this machine has the keys. */
  readonly vault: IdentifierVault;
}

/**
 * Runs a command against the database of the environment. In development it may be the embedded
 * one, which is started for the command when `npm start` is not running.
 */
export async function withContext<T>(
  run: (context: Context) => Promise<T>,
  options: ClientOptions = {},
): Promise<T> {
  const given = readDeployment(process.env);
  const { deployment, databaseUrl: configured, migrationDatabaseUrl } = given;
  // Before anything is written: the package for production has no database to start.
  const development = configured === undefined ? await loadDevelopment() : undefined;
  if (deployment === 'development') {
    // The secrets of the development server, which sealed values and signed audit rows.
    await provideSecrets();
  }
  const { identifierSecrets } = readDeployment(process.env);
  const embedded = await development?.startEmbeddedPostgres(dataFolder);
  const databaseUrl = configured ?? embedded?.url ?? '';
  const ownerUrl = embedded?.ownerUrl ?? migrationDatabaseUrl ?? databaseUrl;
  try {
    // The embedded database belongs to this checkout, so its schema is brought up to date here. Any
    // other database is migrated only by `db migrate` and by a start of the server.
    if (embedded !== undefined) await migrateDatabase(ownerUrl, { databaseUrl });
    const db = connectDatabase(databaseUrl, { max: 1, ...options });
    try {
      const permit = Permit.onCommandLine(userInfo().username);
      const vault = new IdentifierVault(identifierSecrets);
      return await run({ db, databaseUrl, ownerUrl, deployment, permit, vault });
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  } finally {
    await embedded?.stop();
  }
}

/** Runs verbs in one transaction. */
export function withTransaction<T>(
  run: (ctx: Change<Action> & Omit<Context, 'db'>) => Promise<T>,
): Promise<T> {
  return withContext(({ db, ...context }) => db.transaction((tx) => run({ ...context, tx })));
}
