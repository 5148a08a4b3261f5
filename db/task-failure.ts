import type { Logger } from '@/lib/base/telemetry/log';
import { isLockTimeout } from './client';

/**
 * Logs that background work did not end well. A lock timeout is no failure: the work is due again
 * soon. Returns whether it failed.
 */
export function logTaskFailure(
  log: Pick<Logger, 'info' | 'error'>,
  task: string,
  err: unknown,
): boolean {
  const failed = !isLockTimeout(err);
  if (failed) log.error({ event: 'task_failed', task, err });
  else log.info({ event: 'task_waits', task });
  return failed;
}
