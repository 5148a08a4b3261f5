import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, tariffs } from '@/db/schema/index';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { DAY_MS } from '@/lib/base/time/time';
import { formatQuetzales } from '@/lib/base/values/money';
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

interface TariffInput {
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

function sameSchedule(one: ScheduledTariff | null, other: ScheduledTariff | null): boolean {
  return one?.tarifa === other?.tarifa && one?.from.getTime() === other?.from.getTime();
}

/** Throws `changed_meanwhile` when a tariff that the form showed is no longer the current one. */
function assertShown(
  current: Required<ShownTariffs>,
  { tarifa = current.tarifa, scheduled = current.scheduled }: ShownTariffs = {},
): void {
  const unchanged = tarifa === current.tarifa && sameSchedule(scheduled, current.scheduled);
  assertUnchanged(unchanged, 'tariff');
}

/**
 * Sets the price of a billed query from now on. A scheduled tariff stays. Throws {@link Rejection}
 * `tariff_invalid` or `changed_meanwhile`.
 */
export async function setTariff(
  ctx: Change<'billing.set_tariff'>,
  { nombre: name, tarifa, expected }: TariffInput,
): Promise<void> {
  if (tarifa < 0n) throw new Rejection('tariff_invalid', 'A tariff cannot be below zero.');
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

const MAX_AHEAD_MS = 2 * 366 * DAY_MS;

/**
 * Schedules the price of a billed query from an instant at most two years ahead. Replaces an
 * earlier scheduled tariff. Throws {@link Rejection} `tariff_invalid`, `instant_invalid` or
 * `changed_meanwhile`.
 */
export async function scheduleTariff(
  ctx: Change<'billing.schedule_tariff'>,
  { nombre: name, expected, ...next }: TariffInput & ScheduledTariff,
): Promise<void> {
  if (next.tarifa < 0n) throw new Rejection('tariff_invalid', 'A tariff cannot be below zero.');
  const { tx, permit } = ctx;
  const current = await lockTariffs(tx, name);
  const { id, nombre, tarifa, scheduled, readAt } = current;
  if (sameSchedule(scheduled, next)) return;
  assertShown(current, expected);
  const aheadMs = next.from.getTime() - readAt.getTime();
  if (!(aheadMs > 0 && aheadMs < MAX_AHEAD_MS)) {
    throw new Rejection('instant_invalid', 'The instant must be in the future, within two years.');
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
