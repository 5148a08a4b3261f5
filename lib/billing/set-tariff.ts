import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, tariffNow, tariffs } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';

interface AccountHolder {
  readonly id: number;
  readonly nombre: string;
  readonly tarifa: bigint;
}

/** A scheduled tariff that holds already is what is being changed; one to come stays. */
const isToCome = sql`${accounts.nextTarifaAt} > clock_timestamp()`;
const WITHOUT_OVERTAKEN = {
  nextTarifa: sql`CASE WHEN ${isToCome} THEN ${accounts.nextTarifa} END`,
  nextTarifaAt: sql`CASE WHEN ${isToCome} THEN ${accounts.nextTarifaAt} END`,
};

/**
 * Sets the price of a billed query for reservations from now on. Throws {@link Refusal}
 * `tariff_invalid`, or `changed_meanwhile` when it is no longer the `tarifa` of the holder.
 */
export async function setTariff(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre, tarifa: before }: AccountHolder,
  tarifa: bigint,
): Promise<void> {
  if (tarifa < 0n) throw new Refusal('tariff_invalid', 'A tariff cannot be below zero.');
  if (tarifa === before) return;
  const changed = await tx
    .update(accounts)
    .set({ tarifa, ...WITHOUT_OVERTAKEN })
    .where(and(eq(accounts.integrationId, id), eq(tariffNow, before)))
    .returning({ id: accounts.integrationId });
  if (changed.length === 0) {
    throw new Refusal('changed_meanwhile', 'Somebody changed the tariff meanwhile: look again.');
  }
  const { actor } = administrator;
  await tx.insert(tariffs).values({ integrationId: id, tarifa, actor });
  await writeAudit(tx, administrator, {
    action: 'billing.set_tariff',
    target: nombre,
    integrationId: id,
    before: { tarifa: formatQuetzales(before) },
    after: { tarifa: formatQuetzales(tarifa) },
  });
}
