import { addDays, dayOf, endOfDay, startOfDay, startOfMonth } from './guatemala';
import { HOUR_MS, MINUTE_MS, type Span } from './time';

/** First and last day of a period in Guatemala, both included; either may be open. */
export type Days = readonly [first?: string | undefined, last?: string | undefined];

const MONTHS = 13;

/** The named periods that consist of days of Guatemala; all but two end today. */
const DAYS = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  '7d': (today) => [addDays(today, -6), today],
  '30d': (today) => [addDays(today, -29), today],
  '90d': (today) => [addDays(today, -89), today],
  month: (today) => [startOfMonth(today), today],
  'last-month': (today) => [startOfMonth(today, -1), addDays(startOfMonth(today), -1)],
  '13m': (today) => [startOfMonth(today, 1 - MONTHS), today],
  all: () => [],
} satisfies Record<string, (today: string) => Days>;

type DaysName = keyof typeof DAYS;

export function daysOf(name: DaysName, now: Date): Days {
  return DAYS[name](dayOf(now));
}

/** Periods that move with the clock: the current minute or hour and those before it. */
const ROLLING = {
  '1h': { units: 60, unitMs: MINUTE_MS },
  '24h': { units: 24, unitMs: HOUR_MS },
};

type RollingName = keyof typeof ROLLING;
export type PeriodName = DaysName | RollingName;

const UP_TO_MONTHS = ['today', 'yesterday', '7d', '30d', 'month', 'last-month'] as const;

/** The named periods that each page offers, in their order. */
export const PERIODS = {
  overview: ['24h', '7d', '30d'],
  statistics: ['24h', ...UP_TO_MONTHS, '90d', '13m'],
  queries: ['1h', '24h', ...UP_TO_MONTHS, 'all'],
  // Refusals are counted by the minute, so at most a month of them is read.
  refusals: ['1h', '24h', 'today', 'yesterday', '7d', '30d'],
  statement: [...UP_TO_MONTHS, 'all'],
  audit: ['today', 'yesterday', '7d', 'month', 'last-month', 'all'],
} as const satisfies Record<string, readonly PeriodName[]>;

export type PeriodOf<Page extends keyof typeof PERIODS> = (typeof PERIODS)[Page][number];

/** Returns a rolling period in whole minutes or hours, because counts are kept by the hour. */
export function rollingSpan(name: RollingName, now: Date): Span {
  const { units, unitMs } = ROLLING[name];
  const to = (Math.floor(now.getTime() / unitMs) + 1) * unitMs;
  return { from: new Date(to - units * unitMs), to: new Date(to) };
}

/** The instants of a period; a missing one leaves it open. */
export type Bounds = { readonly [End in keyof Span]: Date | undefined };

export function boundsOf(name: PeriodName, now: Date): Bounds {
  return name === '1h' || name === '24h'
    ? { from: rollingSpan(name, now).from, to: undefined }
    : boundsOfDays(daysOf(name, now), now);
}

/** Returns the bounds of days. Today has no end yet, because rows are still added to it. */
export function boundsOfDays([first, last]: Days, now: Date): Bounds {
  return {
    from: first === undefined ? undefined : startOfDay(first),
    to: last === undefined || last >= dayOf(now) ? undefined : endOfDay(last),
  };
}

/** Returns the given days in order. */
export function ordered(first: string | undefined, last: string | undefined): Days {
  return first !== undefined && last !== undefined && first > last ? [last, first] : [first, last];
}
