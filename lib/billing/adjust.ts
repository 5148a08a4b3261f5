import { Rejection } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import { type EntryInput, type Posted, postEntry } from './post-entry';

/**
 * Corrects a balance up or down, but not below zero or below the held amount. `amount` is in
 * 1/10000 quetzal. Throws {@link Rejection} `adjustment_invalid` for zero, `reason_required` without
 * a note, or what {@link postEntry} throws.
 */
export async function adjust(ctx: Change<'billing.adjust'>, input: EntryInput): Promise<Posted> {
  if (input.amount === 0n)
    throw new Rejection('adjustment_invalid', 'An adjustment cannot be zero.');
  if (!input.nota?.trim())
    throw new Rejection('reason_required', 'Say why the balance is adjusted.');
  return postEntry(ctx, 'billing.adjust', input);
}
