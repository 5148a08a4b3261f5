import { EnvError } from '@/lib/base/env/env';
import { settings } from '@/lib/base/env/settings';
import { ProcessWide } from '@/lib/base/process/process-wide';
import { captureConsole, createLogger } from '@/lib/base/telemetry/log';
import type { ProcessMetrics } from '@/lib/base/telemetry/metrics';
import { consoleContext } from '@/lib/console/session/context';
import { gateway } from '@/lib/gateway/gateway';
import { startSender } from '@/lib/notices/sender';
import { noteKeys, noticeKeyring, secondFactorKeyring } from '@/lib/tasks/keyrings';

/**
 * Reads the settings and, unless the process serves only pages, opens the gateway, so that the
 * first query need not wait for connections. A wrong environment ends the process.
 */
export function startApp(): void {
  if (process.env.NODE_ENV === 'production') captureConsole(createLogger());
  try {
    const { serves } = settings();
    if (serves !== 'pages') gateway();
    if (serves !== 'lookups') {
      const { db, log } = consoleContext();
      const { secondFactorSecrets: secrets } = settings();
      const keyrings = [secondFactorKeyring(secrets), noticeKeyring(secrets)];
      noteKeys(db.$client, keyrings, log);
      sendNotices();
    }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Sends notices from the process that serves pages, where strangers' servers slow no lookup down. */
function sendNotices(): void {
  const { db, channels, log } = consoleContext();
  const process = new ProcessWide<ProcessMetrics>('process_metrics');
  const onAttempt = (channel: string, result: string) =>
    process.get()?.noticeDeliveries.inc({ channel, result });
  startSender({ db, channels, log, onAttempt });
}
