import { within } from '@/lib/base/time/deadline';
import type { Query } from '@/lib/billing/hold';
import { readReceipt } from '@/lib/billing/receipt';
import { lookupFacts } from '@/lib/contract/lookups';
import type { Call } from './call';
import type { Gateway } from './gateway';

/** Adds a receipt if the integration wants one. The answer is sent even if reading it fails. */
export async function addReceipt(
  { integrationId, queryId, lookup }: Query,
  settleBy: number,
  { trace }: Call,
  { sql, log }: Gateway,
): Promise<void> {
  if (!lookupFacts[lookup].billed) return;
  try {
    const receipt = await within(settleBy, readReceipt(sql, integrationId, queryId));
    if (receipt !== undefined) trace.receipt = receipt;
  } catch (error) {
    log.error({ event: 'receipt_failed', requestId: trace.requestId, err: error });
  }
}
