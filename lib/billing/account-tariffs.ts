import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts } from '@/db/schema/index';
import { assertUnchanged } from '@/lib/refusal';
import { lockAccount } from './lock-account';

/** A tariff in 1/10000 quetzal and the instant from which it applies. */
export interface ScheduledTariff {
  readonly tarifa: bigint;
  readonly from: Date;
}

/** The tariffs that a form showed. Absent ones are not compared. */
export interface ShownTariffs {
  readonly tarifa?: bigint;
  readonly scheduled?: ScheduledTariff | null;
}

export interface TariffInput {
  readonly nombre: string;
  /** The new price of a billed query, in 1/10000 quetzal. */
  readonly tarifa: bigint;
  readonly expected?: ShownTariffs | undefined;
}

const now = sql`statement_timestamp()`;
const isToCome = sql`${accounts.nextTarifaAt} > ${now}`;

/**
 * Locks an account and reads its tariffs. Reads the clock once, after the lock, so that the tariff
 * history agrees with the reservations at every instant.
 */
export async function lockTariffs(tx: Transaction, name: string) {
  const { id, nombre } = await lockAccount(tx, name);
  const { tarifa, nextTarifa, nextTarifaAt } = accounts;
  const [row] = await tx
    .select({
      tarifa:
        sql`CASE WHEN ${nextTarifaAt} <= ${now} THEN ${nextTarifa} ELSE ${tarifa} END`.mapWith(
          tarifa,
        ),
      next: sql`CASE WHEN ${isToCome} THEN ${nextTarifa} END`.mapWith(nextTarifa),
      from: nextTarifaAt,
      readAt: now.mapWith(nextTarifaAt),
      /** `readAt` to the microsecond. */
      readAtExactly: sql<string>`${now}::text`,
    })
    .from(accounts)
    .where(eq(accounts.integrationId, id));
  if (row === undefined) throw new Error(`Integration ${id} has no account.`);
  const { next, from, ...read } = row;
  const scheduled = next === null || from === null ? null : { tarifa: next, from };
  return { id, nombre, ...read, scheduled };
}

export function sameSchedule(one: ScheduledTariff | null, other: ScheduledTariff | null): boolean {
  return one?.tarifa === other?.tarifa && one?.from.getTime() === other?.from.getTime();
}

/** Throws `changed_meanwhile` when a tariff that the form showed is no longer the current one. */
export function assertShown(
  current: Required<ShownTariffs>,
  { tarifa = current.tarifa, scheduled = current.scheduled }: ShownTariffs = {},
): void {
  const unchanged = tarifa === current.tarifa && sameSchedule(scheduled, current.scheduled);
  assertUnchanged(unchanged, 'tariff');
}
