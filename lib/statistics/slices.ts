import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { HOURS_KEPT_DAYS } from './forget';

export type Grain = 'hour' | 'day';

/**
 * A range of counts to read. The hour (or day, where no hours are stored) in progress is `running`:
 * it is shown, but not compared, because no equal part of the earlier one is counted.
 */
export interface Slice extends Stretch {
  readonly span: 'now' | 'running' | 'before';
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

/** Returns the slices of a stretch and of the equally long one some weeks before it. */
export function slicesOf({ grain, from, to }: Stretch, now: Date): Slice[] {
  const backMs = comparisonDistanceMs({ from, to });
  const isRunning = now < to;
  const last = isRunning ? startOf(grain, now) : to.getTime();
  const cutGrain = backMs > HOURS_READ_MS ? grain : 'hour';
  const cut = isRunning ? startOf(cutGrain, now) : last;
  const whole: readonly Stretch[] = [
    { grain, from, to: new Date(last) },
    { grain: 'hour', from: new Date(last), to: new Date(cut) },
  ];
  const pieces = whole.filter((piece) => piece.from < piece.to);
  const back = (at: Date) => new Date(at.getTime() - backMs);
  return [
    ...pieces.map((piece) => ({ span: 'now' as const, ...piece })),
    ...(isRunning ? [{ span: 'running' as const, grain: cutGrain, from: new Date(cut), to }] : []),
    ...pieces.map((piece) => ({
      span: 'before' as const,
      grain: piece.grain,
      from: back(piece.from),
      to: back(piece.to),
    })),
  ];
}

/** Returns the beginning of the hour or day of an instant, in milliseconds since the epoch. */
/** Leaves out the earlier stretch. */
export function withoutEarlier<Part extends Pick<Slice, 'span'>>(parts: readonly Part[]): Part[] {
  return parts.filter(({ span }) => span !== 'before');
}

export function startOf(grain: Grain, at: Date): number {
  if (grain === 'day') return startOfDay(dayOf(at)).getTime();
  return at.getTime() - (at.getTime() % HOUR_MS);
}
