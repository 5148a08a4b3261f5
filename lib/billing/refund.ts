import { sql } from 'drizzle-orm';
import { Rejection } from '@/lib/access/rejection';
import type { Change } from '@/lib/audit/write';
import { alreadyRefunded, entriesOfCharge } from './entries-of-query';
import { lockAccount } from './lock-account';
import { type EntryInput, type Posted, postEntry } from './post-entry';

interface RefundInput extends Pick<EntryInput, 'nombre' | 'key'> {
  readonly queryId: string;
  readonly nota: string;
}

/**
 * Refunds the charge of one query, once and in full, with an entry that names the query. Charge and
 * record stay unchanged. Throws {@link Rejection} `reason_required`, `not_charged` when this
 * integration paid nothing for the query, `already_refunded`, or what {@link postEntry} throws.
 */
export async function refund(
  ctx: Change<'billing.refund'>,
  { nombre, queryId, nota, key }: RefundInput,
): Promise<Posted> {
  if (nota.trim() === '') throw new Rejection('reason_required', 'Say why the charge is returned.');
  // Locks first, so that a concurrent request sees this refund.
  const { id } = await lockAccount(ctx.tx, nombre);
  const { charge, refund: earlier } = await entriesOfCharge(ctx.tx, id, queryId);
  if (earlier !== undefined) {
    const same = key !== undefined && earlier.idempotencyKey === key;
    if (same) return { saldo: earlier.balanceAfter, repeated: true };
    throw alreadyRefunded();
  }
  // Copied by the database, because a Date would round it to milliseconds.
  const createdAt = sql`(SELECT query_created_at FROM ledger_entries
    WHERE query_id = ${queryId} AND kind = 'cobro')`;
  return postEntry(ctx, 'billing.refund', {
    nombre,
    amount: -charge.amount,
    query: { id: queryId, createdAt },
    nota,
    key,
  });
}
