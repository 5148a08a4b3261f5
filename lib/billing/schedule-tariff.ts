import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, tariffs } from '@/db/schema/index';
import { type Change, writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { assertUnchanged, Refusal } from '@/lib/refusal';
import { DAY_MS } from '@/lib/time';
import {
  assertShown,
  lockTariffs,
  type ScheduledTariff,
  sameSchedule,
  type TariffInput,
} from './account-tariffs';

const MAX_AHEAD_MS = 2 * 366 * DAY_MS;

/**
 * Schedules the price of a billed query from an instant at most two years ahead. Replaces an
 * earlier scheduled tariff. Throws {@link Refusal} `tariff_invalid`, `instant_invalid` or
 * `changed_meanwhile`.
 */
export async function scheduleTariff(
  ctx: Change<'billing.schedule_tariff'>,
  { nombre: name, expected, ...next }: TariffInput & ScheduledTariff,
): Promise<void> {
  if (next.tarifa < 0n) throw new Refusal('tariff_invalid', 'A tariff cannot be below zero.');
  const { tx, permit } = ctx;
  const current = await lockTariffs(tx, name);
  const { id, nombre, tarifa, scheduled, readAt } = current;
  if (sameSchedule(scheduled, next)) return;
  assertShown(current, expected);
  const aheadMs = next.from.getTime() - readAt.getTime();
  if (!(aheadMs > 0 && aheadMs < MAX_AHEAD_MS)) {
    throw new Refusal('instant_invalid', 'The instant must be in the future, within two years.');
  }
  if (scheduled !== null) await withdraw(tx, id, scheduled);
  // A scheduled tariff that is already in force moves to `tarifa`, which frees its columns.
  await tx
    .update(accounts)
    .set({ tarifa, nextTarifa: next.tarifa, nextTarifaAt: next.from })
    .where(eq(accounts.integrationId, id));
  await tx.insert(tariffs).values({
    integrationId: id,
    tarifa: next.tarifa,
    holdsFrom: next.from,
    actor: permit.actor,
  });
  await writeAudit(ctx, 'billing.schedule_tariff', {
    target: nombre,
    integrationId: id,
    before: { tarifa: formatQuetzales(tarifa), ...(scheduled && auditFields(scheduled)) },
    after: auditFields(next),
  });
}

/** Cancels the scheduled tariff. Throws `changed_meanwhile` unless it is the one in the form. */
export async function cancelTariff(
  ctx: Change<'billing.cancel_tariff'>,
  { nombre: name, expected }: Omit<TariffInput, 'tarifa'>,
): Promise<void> {
  const { tx } = ctx;
  const current = await lockTariffs(tx, name);
  const { id, nombre, scheduled } = current;
  assertShown(current, expected);
  if (scheduled === null) return assertUnchanged(false, 'tariff');
  await withdraw(tx, id, scheduled);
  await tx
    .update(accounts)
    .set({ nextTarifa: null, nextTarifaAt: null })
    .where(eq(accounts.integrationId, id));
  await writeAudit(ctx, 'billing.cancel_tariff', {
    target: nombre,
    integrationId: id,
    before: auditFields(scheduled),
  });
}

async function withdraw(tx: Transaction, id: number, { from }: ScheduledTariff): Promise<void> {
  await tx
    .update(tariffs)
    .set({ cancelledAt: sql`clock_timestamp()` })
    .where(
      and(eq(tariffs.integrationId, id), eq(tariffs.holdsFrom, from), isNull(tariffs.cancelledAt)),
    );
}

function auditFields({ tarifa, from }: ScheduledTariff) {
  return { programada: formatQuetzales(tarifa), desde: from.toISOString() };
}
