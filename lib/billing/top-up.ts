import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { Refusal } from '@/lib/refusal';
import { type AccountHolder, type EntryDetails, type Posted, postEntry } from './post-entry';

/**
 * Adds prepaid balance. `amount` in 1/10000 quetzal, above zero. Throws {@link Refusal}
 * `amount_invalid`, and as {@link postEntry} does.
 */
export async function topUp(
  tx: Transaction,
  administrator: Administrator,
  holder: AccountHolder,
  amount: bigint,
  details: EntryDetails = {},
): Promise<Posted> {
  if (amount <= 0n) throw new Refusal('amount_invalid', 'A top-up must be above zero.');
  return postEntry(tx, administrator, holder, { kind: 'recarga', amount, ...details });
}
