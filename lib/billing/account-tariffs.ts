import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts } from '@/db/schema/index';
import { Refusal } from '@/lib/refusal';
import { lockAccount } from './post-entry';

/** A tariff, in 1/10000 quetzal, that is to hold from an instant on. */
export interface ScheduledTariff {
  readonly tarifa: bigint;
  readonly from: Date;
}

/** The tariff in force and the one to come, as a form was filled in over them. */
export interface AccountTariffs {
  readonly tarifa: bigint;
  readonly scheduled: ScheduledTariff | null;
}

export interface TariffsForChange extends AccountTariffs {
  /** The moment it was read at, by the database's clock; exact as text. */
  readonly readAt: Date;
  readonly readAtExactly: string;
}

const now = sql`statement_timestamp()`;
const isToCome = sql`${accounts.nextTarifaAt} > ${now}`;

/**
 * What a change of tariff is decided on. The lock comes first and the clock is read after it, once, so
 * that no reservation goes by another tariff than the history will tell of its moment.
 */
export async function tariffsForChange(
  tx: Transaction,
  integrationId: number,
): Promise<TariffsForChange> {
  await lockAccount(tx, integrationId);
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
      readAtExactly: sql<string>`${now}::text`,
    })
    .from(accounts)
    .where(eq(accounts.integrationId, integrationId));
  if (row === undefined) throw new Error(`Integration ${integrationId} has no account.`);
  const { next, from, ...read } = row;
  return { ...read, scheduled: next === null || from === null ? null : { tarifa: next, from } };
}

export function sameSchedule(one: ScheduledTariff | null, other: ScheduledTariff | null): boolean {
  return one?.tarifa === other?.tarifa && one?.from.getTime() === other?.from.getTime();
}

export function changedMeanwhile(): Refusal {
  return new Refusal('changed_meanwhile', 'Somebody changed the tariff meanwhile: look again.');
}
