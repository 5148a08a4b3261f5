import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '@/lib/base/time/time';

/** Bars of a chart, aligned to units of Guatemala time. */

/** Possible widths; each but the last two divides the next. */
const UNITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  28 * DAY_MS,
];
const MAX_BARS = 75;

/** Midnight of a Monday in Guatemala, from which all units are counted. */
export const BAR_ORIGIN = new Date('2001-01-01T06:00:00Z');

/** Returns the narrowest unit of at least `leastMs` of which `most` cover the span. */
export function barWidthMs({ from, to }: Span, leastMs = 0, most = MAX_BARS): number {
  const spanMs = to.getTime() - from.getTime();
  const fitting = UNITS_MS.filter((unitMs) => unitMs >= leastMs);
  return fitting.find((unitMs) => spanMs / unitMs <= most) ?? 28 * DAY_MS;
}

/** Returns the beginning of the bar that contains an instant. */
export function barOf(at: Date, unitMs: number): Date {
  const since = at.getTime() - BAR_ORIGIN.getTime();
  return new Date(BAR_ORIGIN.getTime() + Math.floor(since / unitMs) * unitMs);
}

/** Returns the beginning of each bar of a span; the first and last may extend beyond it. */
export function barStarts({ from, to }: Span, unitMs: number): Date[] {
  const first = barOf(from, unitMs).getTime();
  const bars = Math.ceil((to.getTime() - first) / unitMs);
  return Array.from({ length: Math.max(0, bars) }, (_, bar) => new Date(first + bar * unitMs));
}
