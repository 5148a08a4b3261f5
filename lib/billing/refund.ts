import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { Refusal } from '@/lib/refusal';
import { entriesOfQuery } from './entries-of-query';
import {
  type AccountHolder,
  type EntryDetails,
  lockAccount,
  type Posted,
  postEntry,
} from './post-entry';

/**
 * Returns the charge of one query, once and whole, by an entry that names the query. The charge and the
 * record stay as they are. Throws {@link Refusal} `reason_required`, `not_charged` when this account
 * paid nothing for it, `already_refunded`, and as {@link postEntry} does.
 */
export async function refund(
  tx: Transaction,
  administrator: Administrator,
  holder: AccountHolder,
  queryId: string,
  details: Pick<EntryDetails, 'key'> & { readonly nota: string },
): Promise<Posted> {
  if (details.nota.trim() === '') throw new Refusal('reason_required', 'Say why it is returned.');
  // First, so that of two at once the second finds what the first did.
  await lockAccount(tx, holder.id);
  const { charge, refund: earlier } = await entriesOfQuery(tx, queryId);
  if (charge?.integrationId !== holder.id || charge.amount === 0n) {
    throw new Refusal('not_charged', 'That query cost nothing.');
  }
  if (earlier !== undefined) {
    const same = details.key !== undefined && earlier.idempotencyKey === details.key;
    if (same) return { saldo: earlier.balanceAfter, repeated: true };
    throw new Refusal('already_refunded', 'The charge of that query was returned already.');
  }
  // To the microsecond, which a Date would round.
  const createdAt = sql`(SELECT query_created_at FROM ledger_entries
    WHERE query_id = ${queryId} AND kind = 'cobro')`;
  return postEntry(tx, administrator, holder, {
    kind: 'devolucion',
    amount: -charge.amount,
    query: { id: queryId, createdAt },
    ...details,
  });
}
