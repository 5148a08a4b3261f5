import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, tariffs } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';
import { changedMeanwhile, tariffsForChange } from './account-tariffs';
import type { AccountHolder } from './post-entry';

/**
 * Sets the price of a billed query for reservations from now on; one scheduled for later stays.
 * Throws {@link Refusal} `tariff_invalid`, or `changed_meanwhile` when it is no longer the `tarifa` of
 * the holder.
 */
export async function setTariff(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre, tarifa: before }: AccountHolder & { readonly tarifa: bigint },
  tarifa: bigint,
): Promise<void> {
  if (tarifa < 0n) throw new Refusal('tariff_invalid', 'A tariff cannot be below zero.');
  if (tarifa === before) return;
  const account = await tariffsForChange(tx, id);
  if (account.tarifa !== before) throw changedMeanwhile();
  const { scheduled, readAtExactly } = account;
  await tx
    .update(accounts)
    .set({ tarifa, nextTarifa: scheduled?.tarifa ?? null, nextTarifaAt: scheduled?.from ?? null })
    .where(eq(accounts.integrationId, id));
  const { actor } = administrator;
  const holdsFrom = sql`${readAtExactly}::timestamptz`;
  await tx.insert(tariffs).values({ integrationId: id, tarifa, holdsFrom, actor });
  await writeAudit(tx, administrator, {
    action: 'billing.set_tariff',
    target: nombre,
    integrationId: id,
    before: { tarifa: formatQuetzales(before) },
    after: { tarifa: formatQuetzales(tarifa) },
  });
}
