import type { Sql } from '@/db/client';
import { ensurePartitions, FEWEST_MONTHS_AHEAD, monthsAhead } from '@/db/partitions';
import type { Logger } from '@/lib/base/telemetry/log';

/** Creates the partitions ahead, and warns weeks before records would have none. */
export async function keepPartitions(sql: Sql, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await ensurePartitions(sql);
  } finally {
    const months = await monthsAhead(sql);
    if (months < FEWEST_MONTHS_AHEAD) log.warn({ event: 'partitions_low', monthsAhead: months });
  }
}
