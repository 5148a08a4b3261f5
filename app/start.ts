import { EnvError } from '@/lib/env';
import { gateway } from '@/lib/gateway/gateway';
import { captureConsole, createLogger } from '@/lib/log';
import { settings } from '@/lib/settings';

/**
 * Reads the settings and, unless the process serves pages only, opens the gateway, so that no first
 * query waits for its connections. A wrong environment ends the process.
 */
export function startApp(): void {
  if (process.env.NODE_ENV === 'production') captureConsole(createLogger());
  try {
    if (settings().serves !== 'pages') gateway();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
