import type { Sql } from '@/db/client';
import { ensurePartitions } from '@/db/partitions';
import { releaseExpired } from '@/lib/billing/release-expired';
import type { Settle } from '@/lib/billing/settle';
import type { Logger } from '@/lib/log';

const RELEASE_EVERY_MS = 15_000;
const PARTITIONS_EVERY_MS = 6 * 3_600_000;

/**
 * Work that must happen even when nobody asks: expired holds are released, and the months ahead
 * have their partitions. Any number of instances may do it at once.
 */
export function startSweep(sql: Sql, settle: Settle, log: Logger): { stop: () => void } {
  const release = setInterval(() => {
    releaseExpired(sql, settle).then(
      (count) => count > 0 && log.info({ event: 'holds_released', count }),
      (error: unknown) => log.error({ event: 'sweep_failed', err: error }),
    );
  }, RELEASE_EVERY_MS);
  const partitions = setInterval(() => {
    ensurePartitions(sql).catch((error: unknown) =>
      log.error({ event: 'partitions_failed', err: error }),
    );
  }, PARTITIONS_EVERY_MS);
  release.unref();
  partitions.unref();
  return {
    stop: () => {
      clearInterval(release);
      clearInterval(partitions);
    },
  };
}
