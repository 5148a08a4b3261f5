import { eq, sql } from 'drizzle-orm';
import { accounts, tariffs } from '@/db/schema/index';
import { type Change, writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';
import { assertShown, lockTariffs, type TariffInput } from './account-tariffs';

/**
 * Sets the price of a billed query from now on. A scheduled tariff stays. Throws {@link Refusal}
 * `tariff_invalid` or `changed_meanwhile`.
 */
export async function setTariff(
  ctx: Change<'billing.set_tariff'>,
  { nombre: name, tarifa, expected }: TariffInput,
): Promise<void> {
  if (tarifa < 0n) throw new Refusal('tariff_invalid', 'A tariff cannot be below zero.');
  const { tx, permit } = ctx;
  const current = await lockTariffs(tx, name);
  const { id, nombre, scheduled, readAtExactly } = current;
  if (tarifa === current.tarifa) return;
  assertShown(current, expected?.tarifa === undefined ? {} : { tarifa: expected.tarifa });
  await tx
    .update(accounts)
    .set({ tarifa, nextTarifa: scheduled?.tarifa ?? null, nextTarifaAt: scheduled?.from ?? null })
    .where(eq(accounts.integrationId, id));
  const holdsFrom = sql`${readAtExactly}::timestamptz`;
  await tx.insert(tariffs).values({ integrationId: id, tarifa, holdsFrom, actor: permit.actor });
  await writeAudit(ctx, 'billing.set_tariff', {
    target: nombre,
    integrationId: id,
    before: { tarifa: formatQuetzales(current.tarifa) },
    after: { tarifa: formatQuetzales(tarifa) },
  });
}
