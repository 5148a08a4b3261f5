import type { Sql } from '@/db/client';
import type { SubmitOptions } from '@/lib/base/process/batch';
import { type Hold, PATIENCE_MS, type Query } from './hold';
import { createLanes, type RunOptions } from './lanes';
import { releaseExpired } from './release-expired';
import { isBilled, type Reservation, reserveAlone, reserveTogether } from './reserve-statements';
import type { Settle } from './settle';

/** Why a cost was not reserved: the balance, or a spending cap of the integration. */
export type Uncovered = 'no_balance' | 'spending_cap';

/**
 * Reserves the cost of a query, the first phase. Returns why the account does not cover it (402),
 * and `stale` when its credentials have changed.
 */
export type Reserve = (
  query: Query,
  options?: SubmitOptions,
) => Promise<Hold | 'stale' | Uncovered>;

/** Creates {@link Reserve}. Releases the expired holds of dead processes before it refuses. */
export function createReserve(sql: Sql, settle: Settle, options: RunOptions = {}): Reserve {
  const submit = createLanes<Query, Reservation>(
    {
      alone: (query) => reserveAlone(sql, query),
      together: (queries, locks) => reserveTogether(sql, queries, locks),
    },
    options,
  );
  return async (query, { deadlineAt = performance.now() + PATIENCE_MS, span } = {}) => {
    const options = { billed: isBilled(query), deadlineAt, span };
    const reservation = await submit(query, options);
    if (typeof reservation === 'string' || !('refused' in reservation)) return reservation;
    if (!reservation.expiredHolds) return reservation.refused;
    await releaseExpired(sql, settle, query.integrationId);
    const second = await submit(query, options);
    return typeof second === 'object' && 'refused' in second ? second.refused : second;
  };
}
