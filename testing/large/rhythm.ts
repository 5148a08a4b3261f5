import type { LargeOptions } from './options';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const GUATEMALA_OFFSET_MS = -6 * HOUR_MS;

/** One hour of the period, of the UTC clock, and how many queries fall into it. */
export interface Hour {
  readonly startMs: number;
  /** Shorter than an hour at the end of the period. */
  readonly lengthMs: number;
  readonly queries: number;
  /** How busy it is beside the busiest hours of a working day, from 0 to about 1. */
  readonly load: number;
}

/** Queries of a working day in Guatemala by hour of the clock. */
const BY_HOUR = [
  0.04, 0.03, 0.02, 0.02, 0.03, 0.06, 0.18, 0.5, 0.88, 1, 1, 0.95, 0.7, 0.68, 0.92, 0.95, 0.85, 0.6,
  0.38, 0.26, 0.2, 0.15, 0.1, 0.06,
];
/** By day of the week, Sunday first. */
const BY_WEEKDAY = [0.14, 1, 0.97, 0.96, 0.98, 1.02, 0.42];
/** Returns are due at the end of the month. */
const CLOSING_DAYS = 3;
const CLOSING_FACTOR = 1.35;
const MONTHLY_GROWTH = 0.03;

/** Starts of the UTC months of the period, and its end. */
export function monthStarts({ until, months }: Pick<LargeOptions, 'until' | 'months'>): number[] {
  const end = new Date(until);
  return Array.from({ length: months }, (_, place) =>
    Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - (months - 1) + place, 1),
  );
}

/** Every hour of the period in order; their queries add up to exactly `records`. */
export function hoursOf(options: LargeOptions): Hour[] {
  const [startMs = options.until] = monthStarts(options);
  const hours = [];
  for (let at = startMs; at < options.until; at += HOUR_MS) {
    const lengthMs = Math.min(HOUR_MS, options.until - at);
    const load = loadOf(at);
    const growth = 1 + (MONTHLY_GROWTH * (at - startMs)) / (30 * DAY_MS);
    hours.push({ startMs: at, lengthMs, load, weight: (load * growth * lengthMs) / HOUR_MS });
  }
  const total = hours.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  let queriesSoFar = 0;
  return hours.map(({ weight, ...hour }, place) => {
    weightSoFar += weight;
    const last = place === hours.length - 1;
    const until = last ? options.records : Math.round((options.records * weightSoFar) / total);
    const queries = until - queriesSoFar;
    queriesSoFar = until;
    return { ...hour, queries };
  });
}

function loadOf(atMs: number): number {
  const local = new Date(atMs + GUATEMALA_OFFSET_MS);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0));
  const closing = lastDay.getUTCDate() - local.getUTCDate() < CLOSING_DAYS;
  const byHour = BY_HOUR[local.getUTCHours()] ?? 0;
  const byDay = BY_WEEKDAY[local.getUTCDay()] ?? 0;
  return byHour * byDay * (closing ? CLOSING_FACTOR : 1);
}
