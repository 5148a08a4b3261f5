import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { Refusal } from '@/lib/refusal';
import { type AccountHolder, type EntryDetails, type Posted, postEntry } from './post-entry';

/**
 * Corrects a balance, up or down, but not below zero nor below what queries under way hold. `amount`
 * in 1/10000 quetzal. Throws {@link Refusal} `adjustment_invalid` for zero, `reason_required`, and as
 * {@link postEntry} does.
 */
export async function adjust(
  tx: Transaction,
  administrator: Administrator,
  holder: AccountHolder,
  amount: bigint,
  details: EntryDetails & { readonly nota: string },
): Promise<Posted> {
  if (amount === 0n) throw new Refusal('adjustment_invalid', 'An adjustment cannot be zero.');
  if (details.nota.trim() === '') throw new Refusal('reason_required', 'Say why it is adjusted.');
  return postEntry(tx, administrator, holder, { kind: 'ajuste', amount, ...details });
}
