import { addDays, dayOf, startOfDay, startOfMonth } from '@/lib/base/time/guatemala';

export const CAPS = ['day', 'month'] as const;
export type Cap = (typeof CAPS)[number];

/** Spending caps, what is spent, and the price of the next billed query, in 1/10000 quetzal. */
export interface Spending {
  readonly cap_day: bigint | null;
  readonly cap_month: bigint | null;
  readonly spentDay: bigint;
  readonly spentMonth: bigint;
  readonly tarifa: bigint;
}

/** Returns the cap that refuses billed queries now; the one that lasts longer if both do. */
export function blockingCap(of: Spending): Cap | undefined {
  const { cap_day, cap_month, spentDay, spentMonth, tarifa } = of;
  const blocks = (cap: bigint | null, spent: bigint) =>
    cap !== null && tarifa > 0n && cap - spent < tarifa;
  if (blocks(cap_month, spentMonth)) return 'month';
  return blocks(cap_day, spentDay) ? 'day' : undefined;
}

/** Returns when a cap begins anew: the next day or month of Guatemala. */
export function capEnds(cap: Cap, now: Date): Date {
  const today = dayOf(now);
  return startOfDay(cap === 'day' ? addDays(today, 1) : startOfMonth(today, 1));
}
