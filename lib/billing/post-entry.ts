import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, ledgerEntries } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/base/values/money';
import { lockAccount } from './lock-account';

/** A requested change of a balance. Empty texts count as absent. */
export interface EntryInput {
  readonly nombre: string;
  /** Change of the balance, in 1/10000 quetzal. */
  readonly amount: bigint;
  readonly nota?: string | undefined;
  /** Number of a receipt or transfer. */
  readonly referencia?: string | undefined;
  /** UUID of the request. A repeated request changes nothing and returns the first result. */
  readonly key?: string | undefined;
}

interface Entry extends EntryInput {
  /** The query whose charge the entry returns. */
  readonly query?: { readonly id: string; readonly createdAt: SQL };
}

export interface Posted {
  /** The balance after the entry, in 1/10000 quetzal. */
  readonly saldo: bigint;
  /** True when an earlier request used the key, so that this one changed nothing. */
  readonly repeated: boolean;
}

const KINDS = {
  'billing.top_up': 'recarga',
  'billing.adjust': 'ajuste',
  'billing.refund': 'devolucion',
} as const;

/** Largest balance an account may hold: well below the limit of a `bigint` column. */
const MAX_SALDO = 10n ** 16n;

/**
 * Changes a balance, with its ledger entry and audit row. Throws {@link Rejection}
 * `integration_not_found`, `balance_below_zero`, `balance_held`, `balance_too_large`, or
 * `key_reused` when the key was used for another change.
 */
export async function postEntry<A extends keyof typeof KINDS>(
  ctx: Change<NoInfer<A>>,
  action: A,
  { nombre: name, amount, query, nota, referencia, key }: Entry,
): Promise<Posted> {
  const { tx, permit } = ctx;
  const { id, nombre, ...account } = await lockAccount(tx, name);
  const kind = KINDS[action];
  const queryId = query?.id ?? null;
  const earlier = key === undefined ? undefined : await findByKey(tx, id, key);
  if (earlier !== undefined) {
    const same = earlier.kind === kind && earlier.amount === amount && earlier.queryId === queryId;
    if (same) return { saldo: earlier.balanceAfter, repeated: true };
    throw new Rejection('key_reused', 'This was done already, with another amount.');
  }
  const saldo = account.saldo + amount;
  refuseBalance(saldo, account.reservado);
  const seq = account.ledgerSeq + 1n;
  const spent = query === undefined ? {} : spentWithout(query.id, amount);
  const values = { saldo, ledgerSeq: seq, ...spent };
  await tx.update(accounts).set(values).where(eq(accounts.integrationId, id));
  await tx.insert(ledgerEntries).values({
    integrationId: id,
    seq,
    kind,
    amount,
    balanceAfter: saldo,
    queryId,
    queryCreatedAt: query?.createdAt ?? null,
    actor: permit.actor,
    nota: nota || null,
    referencia: referencia || null,
    idempotencyKey: key ?? null,
  });
  await writeAudit<A>(ctx, action, {
    target: nombre,
    integrationId: id,
    before: { saldo: formatQuetzales(account.saldo) },
    after: {
      saldo: formatQuetzales(saldo),
      entry: String(seq),
      ...(query ? { query: query.id } : {}),
      ...(nota ? { nota } : {}),
      ...(referencia ? { referencia } : {}),
    },
  });
  return { saldo, repeated: false };
}

/** Deducts a returned charge from the amounts spent on its day and in its month. */
function spentWithout(queryId: string, amount: bigint) {
  const day = sql`(SELECT guatemala_date(created_at) FROM ledger_entries
    WHERE query_id = ${queryId} AND kind = 'cobro')`;
  const isOfMonth = sql`date_trunc('month', ${accounts.spentOn}::timestamp)
    = date_trunc('month', ${day}::timestamp)`;
  return {
    spentDay: sql`${accounts.spentDay}
      - CASE WHEN ${accounts.spentOn} = ${day} THEN ${amount} ELSE 0 END`,
    spentMonth: sql`${accounts.spentMonth} - CASE WHEN ${isOfMonth} THEN ${amount} ELSE 0 END`,
  };
}

function refuseBalance(saldo: bigint, reservado: bigint): void {
  if (saldo < 0n) throw new Rejection('balance_below_zero', 'The balance would fall below zero.');
  if (saldo < reservado) {
    throw new Rejection('balance_held', 'Queries under way hold more than the new balance.');
  }
  if (saldo > MAX_SALDO) throw new Rejection('balance_too_large', 'That balance is too large.');
}

/** Finds an earlier entry with the key. The account's lock excludes concurrent requests. */
async function findByKey(tx: Transaction, id: number, key: string) {
  const { kind, amount, balanceAfter, queryId, integrationId, idempotencyKey } = ledgerEntries;
  const [entry] = await tx
    .select({ kind, amount, balanceAfter, queryId })
    .from(ledgerEntries)
    .where(and(eq(integrationId, id), eq(idempotencyKey, key)));
  return entry;
}
