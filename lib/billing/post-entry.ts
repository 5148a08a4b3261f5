import { and, eq, type SQL } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, ledgerEntries } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';

/** Whose account: its integration, by the name people know it by. */
export interface AccountHolder {
  readonly id: number;
  readonly nombre: string;
}

/** What people may say about an entry, and what makes it count once. */
export interface EntryDetails {
  readonly nota?: string | undefined;
  /** Number of a receipt or transfer. */
  readonly referencia?: string | undefined;
  /** UUID of the request: the same one again changes nothing and gives the first result. */
  readonly key?: string | undefined;
}

export interface Entry extends EntryDetails {
  readonly kind: keyof typeof ACTIONS;
  /** In 1/10000 quetzal; what the balance changes by. */
  readonly amount: bigint;
  /** Whose charge it returns. */
  readonly query?: { readonly id: string; readonly createdAt: SQL };
}

export interface Posted {
  /** The balance after the entry. */
  readonly saldo: bigint;
  /** Its key had come before: nothing was changed now. */
  readonly repeated: boolean;
}

const ACTIONS = {
  recarga: 'billing.top_up',
  ajuste: 'billing.adjust',
  devolucion: 'billing.refund',
} as const;

/** Largest balance an account may hold: what a `bigint` of 1/10000 quetzal takes, with room to add. */
const MAX_SALDO = 10n ** 16n;

/**
 * Changes a balance by hand: account, ledger entry and audit row together. Throws {@link Refusal}
 * `balance_below_zero`, `balance_held`, `balance_too_large`, or `key_reused` when the key came with
 * something else before.
 */
export async function postEntry(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre }: AccountHolder,
  { kind, amount, query, nota, referencia, key }: Entry,
): Promise<Posted> {
  const account = await lockAccount(tx, id);
  const earlier = key === undefined ? undefined : await findByKey(tx, id, key);
  if (earlier !== undefined) {
    const same =
      earlier.kind === kind && earlier.amount === amount && earlier.queryId === (query?.id ?? null);
    if (same) return { saldo: earlier.balanceAfter, repeated: true };
    throw new Refusal('key_reused', 'This was done already, with another amount.');
  }
  const saldo = account.saldo + amount;
  refuseBalance(saldo, account.reservado);
  const seq = account.ledgerSeq + 1n;
  await tx.update(accounts).set({ saldo, ledgerSeq: seq }).where(eq(accounts.integrationId, id));
  await tx.insert(ledgerEntries).values({
    integrationId: id,
    seq,
    kind,
    amount,
    balanceAfter: saldo,
    queryId: query?.id ?? null,
    queryCreatedAt: query?.createdAt ?? null,
    actor: administrator.actor,
    nota: nota ?? null,
    referencia: referencia ?? null,
    idempotencyKey: key ?? null,
  });
  await writeAudit(tx, administrator, {
    action: ACTIONS[kind],
    target: nombre,
    integrationId: id,
    before: { saldo: formatQuetzales(account.saldo) },
    after: { saldo: formatQuetzales(saldo), ...written({ query: query?.id, nota, referencia }) },
  });
  return { saldo, repeated: false };
}

function refuseBalance(saldo: bigint, reservado: bigint): void {
  if (saldo < 0n) throw new Refusal('balance_below_zero', 'The balance would fall below zero.');
  if (saldo < reservado) {
    throw new Refusal('balance_held', 'Queries under way hold more than what would be left.');
  }
  if (saldo > MAX_SALDO) throw new Refusal('balance_too_large', 'That balance is too large.');
}

/** Without what was not said. */
function written(details: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** Until the end of the transaction nobody else changes the account, nor reserves from it. */
export async function lockAccount(tx: Transaction, id: number) {
  const [account] = await tx
    .select({ saldo: accounts.saldo, reservado: accounts.reservado, ledgerSeq: accounts.ledgerSeq })
    .from(accounts)
    .where(eq(accounts.integrationId, id))
    .for('no key update');
  if (account === undefined) throw new Error(`Integration ${id} has no account.`);
  return account;
}

/** Under the account's lock, so that of two requests at once the second finds the first. */
async function findByKey(tx: Transaction, id: number, key: string) {
  const { kind, amount, balanceAfter, queryId, integrationId, idempotencyKey } = ledgerEntries;
  const [entry] = await tx
    .select({ kind, amount, balanceAfter, queryId })
    .from(ledgerEntries)
    .where(and(eq(integrationId, id), eq(idempotencyKey, key)));
  return entry;
}
