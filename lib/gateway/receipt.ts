import type { HoldRequest } from '@/lib/billing/hold';
import { readReceipt } from '@/lib/billing/receipt';
import { lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { Call } from './call';
import type { Gateway } from './gateway';

/**
 * Reads what the query cost, once it is recorded, for an integration that wants it with the answer.
 * An answer that is paid for leaves all the same when that cannot be read.
 */
export async function addReceipt(
  { integrationId, queryId, lookup }: HoldRequest,
  { trace, deadlineAt }: Call,
  { sql, log }: Gateway,
): Promise<void> {
  if (!trace.held || !lookupFacts[lookup].billed) return;
  try {
    const receipt = await within(deadlineAt, readReceipt(sql, integrationId, queryId));
    if (receipt !== undefined) trace.receipt = receipt;
  } catch (error) {
    log.error({ event: 'receipt_failed', requestId: trace.requestId, err: error });
  }
}
