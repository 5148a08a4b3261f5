import { Rejection } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import { type EntryInput, type Posted, postEntry } from './post-entry';

/**
 * Adds prepaid balance. `amount` is in 1/10000 quetzal and above zero. Throws {@link Rejection}
 * `amount_invalid`, or what {@link postEntry} throws.
 */
export async function topUp(ctx: Change<'billing.top_up'>, input: EntryInput): Promise<Posted> {
  if (input.amount <= 0n) throw new Rejection('amount_invalid', 'A top-up must be above zero.');
  return postEntry(ctx, 'billing.top_up', input);
}
