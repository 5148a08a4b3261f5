import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { noticeTargets } from '@/db/schema/index';
import type { UserView } from './find';

/**
 * Stops the notices that go to somebody who may no longer enter, until somebody resumes them. A link
 * that confirms the address ends too. Returns how many targets had been sending.
 */
export async function pauseNotices(
  tx: Transaction,
  { email, integrationId }: UserView,
): Promise<number> {
  const rows = await tx.execute<{ paused: boolean }>(sql`
    UPDATE ${noticeTargets} SET version = version + 1, confirm_until = NULL,
      state = CASE state WHEN 'unconfirmed' THEN state ELSE 'paused' END,
      reason = CASE state WHEN 'unconfirmed' THEN reason ELSE 'left' END
    WHERE channel = 'email' AND address = ${email} AND state IN ('unconfirmed', 'active', 'failing')
      AND integration_id IS NOT DISTINCT FROM ${integrationId}
    RETURNING state = 'paused' AS paused`);
  return rows.filter(({ paused }) => paused).length;
}
