import { and, eq, sql } from 'drizzle-orm';
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

export interface TopUpOptions {
  readonly nota?: string | undefined;
  /** UUID of the request: the same one again adds nothing and gives the first result. */
  readonly key?: string | undefined;
}

/**
 * Adds prepaid balance: account, ledger entry and audit row together. `amount` in 1/10000 quetzal,
 * above zero. Returns the balance after it. Throws {@link Refusal} `amount_invalid`, or `key_reused`
 * when the key came with another amount before.
 */
export async function topUp(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre }: AccountHolder,
  amount: bigint,
  { nota, key }: TopUpOptions = {},
): Promise<bigint> {
  if (amount <= 0n) throw new Refusal('amount_invalid', 'A top-up must be above zero.');
  const earlier = key === undefined ? undefined : await findByKey(tx, id, key);
  if (earlier !== undefined) {
    if (earlier.amount === amount) return earlier.balanceAfter;
    throw new Refusal('key_reused', 'This top-up was made already, with another amount.');
  }
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
    idempotencyKey: key ?? null,
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

/** Under the account's lock, so that of two requests at once the second finds the first. */
async function findByKey(tx: Transaction, integrationId: number, key: string) {
  await tx
    .select({ id: accounts.integrationId })
    .from(accounts)
    .where(eq(accounts.integrationId, integrationId))
    .for('update');
  const { amount, balanceAfter, idempotencyKey } = ledgerEntries;
  const [entry] = await tx
    .select({ amount, balanceAfter })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.integrationId, integrationId), eq(idempotencyKey, key)));
  return entry;
}
