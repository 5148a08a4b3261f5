import { dayOf, startOfDay } from '@/lib/guatemala';

export const PERIODS = ['24h', '7d', '30d'] as const;
export type PeriodName = (typeof PERIODS)[number];

export type Grain = 'hour' | 'day';

/** A stretch of counts to read; the running hour of the span before counts in part. */
export interface Slice {
  readonly span: 'now' | 'before';
  readonly grain: Grain;
  readonly from: Date;
  readonly to: Date;
  readonly weight: number;
}

/** A span of time up to now, in hours of UTC or days of Guatemala, and one as long before it. */
export interface Period {
  readonly name: PeriodName;
  readonly grain: Grain;
  readonly from: Date;
  readonly now: Date;
  /** Where each of its hours or days begins, the running one last. */
  readonly starts: readonly Date[];
  readonly slices: readonly Slice[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const spans: Readonly<Record<PeriodName, { grain: Grain; count: number }>> = {
  '24h': { grain: 'hour', count: 24 },
  '7d': { grain: 'day', count: 7 },
  '30d': { grain: 'day', count: 30 },
};

/**
 * The span before ends as long before now as the span is, so that a day that has just begun is not
 * compared with a whole one: up to the running hour it is exact, in that hour it is in proportion.
 */
export function periodOf(name: PeriodName, now: Date): Period {
  const { grain, count } = spans[name];
  const unitMs = grain === 'hour' ? HOUR_MS : DAY_MS;
  const spanMs = count * unitMs;
  const hour = startOf('hour', now);
  const last = startOf(grain, now);
  const first = last - (count - 1) * unitMs;
  const at = (ms: number) => new Date(ms);
  const before = { span: 'before', weight: 1 } as const;
  return {
    name,
    grain,
    now,
    from: at(first),
    starts: Array.from({ length: count }, (_, place) => at(first + place * unitMs)),
    slices: [
      { span: 'now', grain, from: at(first), to: at(last + unitMs), weight: 1 },
      { ...before, grain, from: at(first - spanMs), to: at(last - spanMs) },
      { ...before, grain: 'hour', from: at(last - spanMs), to: at(hour - spanMs) },
      {
        span: 'before',
        grain: 'hour',
        from: at(hour - spanMs),
        to: at(hour - spanMs + HOUR_MS),
        weight: (now.getTime() - hour) / HOUR_MS,
      },
    ],
  };
}

function startOf(grain: Grain, at: Date): number {
  if (grain === 'day') return startOfDay(dayOf(at)).getTime();
  return at.getTime() - (at.getTime() % HOUR_MS);
}
