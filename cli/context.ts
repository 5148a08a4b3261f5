import { userInfo } from 'node:os';
import { type ClientOptions, connectDatabase, type Database } from '@/db/client';
import { startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { Administrator } from '@/lib/audit/administrator';
import { type Deployment, type DeploymentSettings, readDeployment } from '@/lib/env';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { dataFolder } from '@/server/paths';
import { keptSecret } from '@/server/secrets';

export interface Context {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly deployment: Deployment;
  readonly administrator: Administrator;
  /** Opens what queries asked for, as far as this machine has the key. */
  readonly vault: IdentifierVault;
}

/**
 * Runs a command against the database of the environment, or in development against the embedded
 * one, started for the command when `npm start` is not running.
 */
export async function withContext<T>(
  run: (context: Context) => Promise<T>,
  options: ClientOptions = {},
): Promise<T> {
  const settings = readDeployment(process.env);
  const { deployment, databaseUrl: configured } = settings;
  const embedded = configured === undefined ? await startEmbeddedPostgres(dataFolder) : undefined;
  const databaseUrl = configured ?? embedded?.url ?? '';
  try {
    // The embedded database belongs to this checkout, so its schema may be brought up to date here;
    // any other is changed by `db migrate` and by a start of the server alone.
    if (embedded !== undefined) await migrateDatabase(databaseUrl);
    const db = connectDatabase(databaseUrl, { max: 1, ...options });
    try {
      const administrator = Administrator.onCommandLine(userInfo().username);
      const vault = new IdentifierVault(await identifierSecrets(settings));
      return await run({ db, databaseUrl, deployment, administrator, vault });
    } finally {
      await db.$client.end({ timeout: 5 });
    }
  } finally {
    await embedded?.stop();
  }
}

/** In development the server's own, where the environment names none. */
async function identifierSecrets({ deployment, identifierSecrets: given }: DeploymentSettings) {
  if (deployment === 'production' || process.env.IDENTIFIERS_KEY) return given;
  return [await keptSecret('identifiers-key'), ...given];
}
