import { EnvError } from '@/lib/base/env/env';
import { settings } from '@/lib/base/env/settings';
import { ProcessWide } from '@/lib/base/process/process-wide';
import { captureConsole, createLogger } from '@/lib/base/telemetry/log';
import { ProcessMetrics } from '@/lib/base/telemetry/metrics';
import { consoleContext } from '@/lib/console/session/context';
import { sharedGateway } from '@/lib/gateway/gateway';
import { type Runner, startLookupTasks, startPagesTasks } from '@/lib/tasks/runner';

/**
 * Reads the settings and starts what runs in the background: beside pages and, unless the front
 * process answers the lookups, beside these. A wrong environment ends the process.
 */
export function startApp(): void {
  if (process.env.NODE_ENV === 'production') captureConsole(createLogger());
  try {
    const { serves } = settings();
    const running: Runner[] = [];
    if (serves !== 'pages') running.push(startLookupTasks(sharedGateway()));
    if (serves !== 'lookups') running.push(startPages());
    const close = () => Promise.all(running.map((tasks) => tasks.stop()));
    new ProcessWide<{ close: typeof close }>('tasks').set({ close });
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Starts the tasks beside pages. Plain `next start` exports their metrics nowhere. */
function startPages(): Runner {
  const { secondFactorSecrets } = settings();
  const shared = new ProcessWide<ProcessMetrics>('process_metrics').get();
  const metrics = shared ?? new ProcessMetrics('pages');
  return startPagesTasks({ ...consoleContext(), secondFactorSecrets, metrics });
}
