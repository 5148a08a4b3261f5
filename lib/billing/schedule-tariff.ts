import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, tariffs } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';
import { DAY_MS } from '@/lib/time';
import {
  type AccountTariffs,
  changedMeanwhile,
  type ScheduledTariff,
  sameSchedule,
  tariffsForChange,
} from './account-tariffs';
import type { AccountHolder } from './post-entry';

const MAX_AHEAD_MS = 2 * 366 * DAY_MS;

/**
 * Sets the price of a billed query from a future instant on, at most two years ahead; it replaces one
 * that was scheduled before. `shown` is what the form was filled in over. Throws {@link Refusal}
 * `tariff_invalid`, `instant_invalid` or `changed_meanwhile`.
 */
export async function scheduleTariff(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre }: AccountHolder,
  next: ScheduledTariff,
  shown: AccountTariffs,
): Promise<void> {
  if (next.tarifa < 0n) throw new Refusal('tariff_invalid', 'A tariff cannot be below zero.');
  const { tarifa, scheduled, readAt } = await tariffsForChange(tx, id);
  if (tarifa !== shown.tarifa || !sameSchedule(scheduled, shown.scheduled)) {
    throw changedMeanwhile();
  }
  if (sameSchedule(scheduled, next)) return;
  const ahead = next.from.getTime() - readAt.getTime();
  if (!(ahead > 0 && ahead < MAX_AHEAD_MS)) {
    throw new Refusal('instant_invalid', 'The instant must be in the future, within two years.');
  }
  if (scheduled !== null) await withdraw(tx, id, scheduled);
  // One that holds already becomes the plain tariff: its place is needed.
  await tx
    .update(accounts)
    .set({ tarifa, nextTarifa: next.tarifa, nextTarifaAt: next.from })
    .where(eq(accounts.integrationId, id));
  await tx.insert(tariffs).values({
    integrationId: id,
    tarifa: next.tarifa,
    holdsFrom: next.from,
    actor: administrator.actor,
  });
  await writeAudit(tx, administrator, {
    action: 'billing.schedule_tariff',
    target: nombre,
    integrationId: id,
    before: { tarifa: formatQuetzales(tarifa), ...(scheduled === null ? {} : told(scheduled)) },
    after: told(next),
  });
}

/**
 * Withdraws the scheduled tariff before it holds. Throws {@link Refusal} `changed_meanwhile` when it
 * is not the one shown, or holds already.
 */
export async function cancelScheduledTariff(
  tx: Transaction,
  administrator: Administrator,
  { id, nombre }: AccountHolder,
  shown: ScheduledTariff,
): Promise<void> {
  const { scheduled } = await tariffsForChange(tx, id);
  if (scheduled === null || !sameSchedule(scheduled, shown)) throw changedMeanwhile();
  await withdraw(tx, id, scheduled);
  await tx
    .update(accounts)
    .set({ nextTarifa: null, nextTarifaAt: null })
    .where(eq(accounts.integrationId, id));
  await writeAudit(tx, administrator, {
    action: 'billing.cancel_tariff',
    target: nombre,
    integrationId: id,
    before: told(scheduled),
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

function told({ tarifa, from }: ScheduledTariff) {
  return { programada: formatQuetzales(tarifa), desde: from.toISOString() };
}
