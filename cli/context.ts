import { userInfo } from 'node:os';
import { type ClientOptions, connectDatabase, type Database } from '@/db/client';
import { startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { Administrator } from '@/lib/audit/administrator';
import { readSettings, type Settings } from '@/lib/env';
import { dataFolder } from '@/server/paths';

export interface Context {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly settings: Settings;
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
  const settings = readSettings(process.env);
  const embedded =
    settings.databaseUrl === undefined ? await startEmbeddedPostgres(dataFolder) : undefined;
  const databaseUrl = settings.databaseUrl ?? embedded?.url ?? '';
  try {
    // The embedded database belongs to this checkout, so its schema may be brought up to date here;
    // any other is changed by `db migrate` and by a start of the server alone.
    if (embedded !== undefined) await migrateDatabase(databaseUrl);
    const db = connectDatabase(databaseUrl, { max: 1, ...options });
    try {
      const administrator = Administrator.onCommandLine(userInfo().username);
      return await run({ db, databaseUrl, settings, administrator });
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  } finally {
    await embedded?.stop();
  }
}
