import type { Sql } from '@/db/client';
import { ensurePartitions } from '@/db/partitions';
import { forgetKeys } from '@/lib/billing/idempotency';
import { releaseExpired } from '@/lib/billing/release-expired';
import type { Settle } from '@/lib/billing/settle';
import type { Logger } from '@/lib/log';
import type { RefusalCounter } from '@/lib/recording/refusals';
import { foldCounts } from '@/lib/statistics/fold';

const RELEASE_EVERY_MS = 15_000;
const COUNT_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 60_000;
const PARTITIONS_EVERY_MS = 6 * 3_600_000;

interface Sweep {
  readonly sql: Sql;
  readonly settle: Settle;
  readonly refusals: RefusalCounter;
  readonly log: Logger;
}

/**
 * Work that must happen even when nobody asks: expired holds are released, counts are written down
 * and folded, and the months ahead have their partitions. Any number of instances may do it at once.
 */
export function startSweep({ sql, settle, refusals, log }: Sweep): { stop: () => void } {
  const every = (ms: number, event: string, work: () => Promise<unknown>) => {
    const timer = setInterval(() => {
      work().catch((error: unknown) => log.error({ event, err: error }));
    }, ms);
    timer.unref();
    return timer;
  };
  const timers = [
    every(RELEASE_EVERY_MS, 'sweep_failed', async () => {
      const count = await releaseExpired(sql, settle);
      if (count > 0) log.info({ event: 'holds_released', count });
    }),
    every(COUNT_EVERY_MS, 'refusals_failed', () => refusals.write(sql)),
    every(COUNT_EVERY_MS, 'fold_failed', () => foldCounts(sql)),
    every(FORGET_EVERY_MS, 'forget_failed', () => forgetKeys(sql)),
    every(PARTITIONS_EVERY_MS, 'partitions_failed', () => ensurePartitions(sql)),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}
