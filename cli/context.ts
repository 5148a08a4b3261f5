import { userInfo } from 'node:os';
import { type ClientOptions, connectDatabase, type Database } from '@/db/client';
import { startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { Administrator } from '@/lib/audit/administrator';
import { type Deployment, readDeployment } from '@/lib/env';
import { dataFolder } from '@/server/paths';

export interface Context {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly deployment: Deployment;
  readonly administrator: Administrator;
}

/**
 * Runs a command against the database of the environment, or in development against the embedded
 * one, started for the command when `npm start` is not running.
 */
export async function withContext<T>(
  run: (context: Context) => Promise<T>,
  options: ClientOptions = {},
): Promise<T> {
  const { deployment, databaseUrl: configured } = readDeployment(process.env);
  const embedded = configured === undefined ? await startEmbeddedPostgres(dataFolder) : undefined;
  const databaseUrl = configured ?? embedded?.url ?? '';
  try {
    // The embedded database belongs to this checkout, so its schema may be brought up to date here;
    // any other is changed by `db migrate` and by a start of the server alone.
    if (embedded !== undefined) await migrateDatabase(databaseUrl);
    const db = connectDatabase(databaseUrl, { max: 1, ...options });
    try {
      const administrator = Administrator.onCommandLine(userInfo().username);
      return await run({ db, databaseUrl, deployment, administrator });
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  } finally {
    await embedded?.stop();
  }
}
