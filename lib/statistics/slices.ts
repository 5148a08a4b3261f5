import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { HOURS_KEPT_DAYS } from './forget';

export type Grain = 'hour' | 'day';

/** A range of counts to read. The running hour of the earlier span counts in part. */
export interface Slice extends Stretch {
  readonly span: 'now' | 'before';
  readonly weight: number;
}

/** Whole hours of UTC or days of Guatemala; the last may still be running. */
export interface Stretch extends Span {
  readonly grain: Grain;
}

const WEEK_MS = 7 * DAY_MS;

/** Longest stretch for which hourly counts of single integrations exist. */
const HOURS_READ_MS = (HOURS_KEPT_DAYS - 1) * DAY_MS;

/**
 * Returns how much earlier the stretch is that a stretch is compared with: the fewest whole weeks
 * without an overlap, so that Mondays are compared with Mondays.
 */
export function comparisonDistanceMs({ from, to }: Span): number {
  return Math.ceil((to.getTime() - from.getTime()) / WEEK_MS) * WEEK_MS;
}

/**
 * Returns the slices of a stretch and of the equally long one some weeks before it. A day in
 * progress is compared with an equal part of a day: the last hour (or day, where no hours are
 * stored) of the earlier stretch counts in proportion.
 */
export function slicesOf({ grain, from, to }: Stretch, now: Date): Slice[] {
  const backMs = comparisonDistanceMs({ from, to });
  const back = (ms: number) => new Date(ms - backMs);
  const whole = { span: 'now', grain, from, to, weight: 1 } as const;
  const before = { span: 'before', weight: 1, from: back(from.getTime()) } as const;
  if (now >= to) return [whole, { ...before, grain, to: back(to.getTime()) }];
  const last = startOf(grain, now);
  const cut = backMs > HOURS_READ_MS ? last : startOf('hour', now);
  const cutGrain = backMs > HOURS_READ_MS ? grain : 'hour';
  const cutMs = cutGrain === 'day' ? DAY_MS : HOUR_MS;
  return [
    whole,
    { ...before, grain, to: back(last) },
    { ...before, grain: 'hour', from: back(last), to: back(cut) },
    {
      span: 'before',
      grain: cutGrain,
      from: back(cut),
      to: back(cut + cutMs),
      weight: (now.getTime() - cut) / cutMs,
    },
  ];
}

/** Returns the beginning of the hour or day of an instant, in milliseconds since the epoch. */
export function startOf(grain: Grain, at: Date): number {
  if (grain === 'day') return startOfDay(dayOf(at)).getTime();
  return at.getTime() - (at.getTime() % HOUR_MS);
}
