import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, ledgerEntries } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';

interface AccountHolder {
  readonly id: number;
  readonly nombre: string;
}

/** Largest balance an account may hold: what a `bigint` of 1/10000 quetzal takes, with room to add. */
const MAX_SALDO = 10n ** 16n;

/**
 * Adds prepaid balance: account, ledger entry and audit row together. `amount` in 1/10000 quetzal,
 * above zero. Returns the balance after it. Throws {@link Refusal} `amount_invalid`.
 */
export async function topUp(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre }: AccountHolder,
  amount: bigint,
  nota?: string,
): Promise<bigint> {
  if (amount <= 0n) throw new Refusal('amount_invalid', 'A top-up must be above zero.');
  const [account] = await tx
    .update(accounts)
    .set({
      saldo: sql`${accounts.saldo} + ${amount}`,
      ledgerSeq: sql`${accounts.ledgerSeq} + 1`,
    })
    .where(eq(accounts.integrationId, id))
    .returning({ saldo: accounts.saldo, seq: accounts.ledgerSeq });
  if (account === undefined) throw new Error(`Integration ${id} has no account.`);
  if (account.saldo > MAX_SALDO) throw new Refusal('amount_invalid', 'That balance is too large.');
  await tx.insert(ledgerEntries).values({
    integrationId: id,
    seq: account.seq,
    kind: 'recarga',
    amount,
    balanceAfter: account.saldo,
    actor: administrator.actor,
    nota: nota ?? null,
  });
  await writeAudit(tx, administrator, {
    action: 'billing.top_up',
    target: nombre,
    integrationId: id,
    before: { saldo: formatQuetzales(account.saldo - amount) },
    after: { saldo: formatQuetzales(account.saldo), ...(nota === undefined ? {} : { nota }) },
  });
  return account.saldo;
}
