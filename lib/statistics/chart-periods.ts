import { addDays, dayOf, endOfDay, startOfDay } from '@/lib/base/time/guatemala';
import { daysOf, type PeriodOf, rollingSpan } from '@/lib/base/time/periods';
import { after, clipped, DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { barStarts, barWidthMs } from './bars';
import { HOURS_KEPT_DAYS } from './forget';
import { comparisonDistanceMs, type Grain, type Slice, type Stretch, slicesOf } from './slices';

/** Days of Guatemala, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A stretch of counts with its comparison and its bars. */
export interface ChartPeriod extends Stretch {
  readonly now: Date;
  /** Equally long, whole weeks before. */
  readonly before: Span;
  readonly slices: readonly Slice[];
  readonly unitMs: number;
  /** Grain of the counts that the bars add up. */
  readonly barGrain: Grain;
  /** Bars up to now, clipped to the stretch. */
  readonly bars: readonly Span[];
}

/** Three months by day. */
const MAX_BARS = 92;
/** Longest choice of days. */
const MAX_DAYS = 5 * 366;

interface ChartPeriodOptions {
  /** The counts are of a single integration, whose hours are kept for a limited time. */
  readonly integration?: boolean;
  /** Makes no bar shorter than a day. */
  readonly byDay?: boolean;
}

export function chartPeriod(
  asked: PeriodOf<'statistics'> | Days,
  now: Date,
  { integration = false, byDay = false }: ChartPeriodOptions = {},
): ChartPeriod {
  const stretch = stretchOf(asked, now);
  const { from, to } = stretch;
  const byHour =
    !byDay && (!integration || from.getTime() > now.getTime() - HOURS_KEPT_DAYS * DAY_MS);
  const unitMs = barWidthMs(stretch, byHour ? HOUR_MS : DAY_MS, MAX_BARS);
  const backMs = comparisonDistanceMs(stretch);
  const starts = barStarts({ from, to: to > now ? now : to }, unitMs);
  return {
    ...stretch,
    now,
    before: { from: after(from, -backMs), to: after(to, -backMs) },
    slices: slicesOf(stretch, now),
    unitMs,
    barGrain: unitMs < DAY_MS ? 'hour' : 'day',
    bars: starts.map((start) => clipped({ from: start, to: after(start, unitMs) }, stretch)),
  };
}

function stretchOf(asked: PeriodOf<'statistics'> | Days, now: Date): Stretch {
  const today = dayOf(now);
  if (asked === '24h') return { grain: 'hour', ...rollingSpan(asked, now) };
  if (typeof asked === 'string') {
    const [first = today, last = today] = daysOf(asked, now);
    return ofDays(first, last);
  }
  return chosenDays(asked, today);
}

/** Orders the days and limits them to today and to the longest period. */
function chosenDays(asked: Days, today: string): Stretch {
  const ends = [asked.from, asked.to].map((day) => (day > today ? today : day)).sort();
  const [first = today, last = today] = ends;
  const earliest = addDays(last, 1 - MAX_DAYS);
  if (first < earliest) return ofDays(earliest, last);
  return ofDays(first, last);
}

function ofDays(first: string, last: string): Stretch {
  return { grain: 'day', from: startOfDay(first), to: endOfDay(last) };
}
