import { EnvError } from '@/lib/base/env/env';
import { settings } from '@/lib/base/env/settings';
import { captureConsole, createLogger } from '@/lib/base/telemetry/log';
import { consoleContext } from '@/lib/console/context';
import { gateway } from '@/lib/gateway/gateway';
import { noteKey } from '@/lib/keys/sealing-keys';
import { KEYS_NOTED_EVERY_MS, secondFactorKeyring } from '@/lib/tasks/keyrings';

/**
 * Reads the settings and, unless the process serves only pages, opens the gateway, so that the
 * first query need not wait for connections. A wrong environment ends the process.
 */
export function startApp(): void {
  if (process.env.NODE_ENV === 'production') captureConsole(createLogger());
  try {
    const { serves } = settings();
    if (serves !== 'pages') gateway();
    if (serves !== 'lookups') noteKeys();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Notes regularly under which key this process seals second factors. */
function noteKeys(): void {
  const log = createLogger();
  const keyring = secondFactorKeyring(settings().secondFactorSecrets);
  const note = () =>
    noteKey(consoleContext().db.$client, keyring).catch((err: unknown) =>
      log.error({ event: 'task_failed', task: 'note_keys', err }),
    );
  void note();
  setInterval(note, KEYS_NOTED_EVERY_MS).unref();
}
