import { connectDatabase } from '@/db/client';
import { rememberDeploymentId } from '@/db/deployment';
import { settings } from '@/lib/base/env/settings';
import { ProcessWide } from '@/lib/base/process/process-wide';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { createLogger } from '@/lib/base/telemetry/log';
import { DAY_MS, SECOND_MS } from '@/lib/base/time/time';
import { openLimits } from '@/lib/limits/limits';
import { openChannels } from '@/lib/notices/sender';
import { SEALED_SECRETS } from '@/lib/users/second-factor';
import { openSlowLists } from './slow-list';

const shared = new ProcessWide<ReturnType<typeof openConsole>>('console');
const CONNECTIONS = 5;
/** Checks of a proof with identifiers in a day. More would find by trying whom it is about. */
const PROOF_CHECKS_PER_DAY = 20;
/** Distinguishes the console's connections from those of the lookups. */
export const CONSOLE_APPLICATION = 'pasarela console';

/** Resources of the console's pages and actions, opened at first use and shared by the process. */
export function consoleContext() {
  const open = shared.get() ?? openConsole();
  shared.set(open);
  return open;
}

function openConsole() {
  const env = settings();
  const { databaseUrl, replicaUrl, secondFactorSecrets } = env;
  const options = { max: CONNECTIONS, applicationName: CONSOLE_APPLICATION };
  const db = connectDatabase(databaseUrl, options);
  const channels = openChannels(env);
  const log = createLogger();
  // People can wait longer for an exact count than lookups.
  const limits = openLimits(env, log, rememberDeploymentId(db.$client), SECOND_MS);
  const reports = replicaUrl === undefined ? db : connectDatabase(replicaUrl, options);
  const slowLists = openSlowLists(databaseUrl);
  return {
    db,
    slowLists,
    /** For reports, which may be some seconds old. */
    reports,
    secondFactorBox: new SecretBox(secondFactorSecrets, SEALED_SECRETS),
    channels,
    proofChecks: limits.limit('proof', PROOF_CHECKS_PER_DAY, DAY_MS),
    log,
    close: async () => {
      limits.close();
      await channels.close();
      await Promise.all(
        [db, reports, slowLists.db].map(({ $client }) => $client.end({ timeout: 5 })),
      );
    },
  };
}

/** Reads the secret only when it is needed, because the lookups answer without it. */
export function consoleSecret(): string {
  const secret = process.env.NEXTAUTH_SECRET;
  if (!secret) throw new Error('NEXTAUTH_SECRET is missing: npm start makes one in development.');
  return secret;
}
