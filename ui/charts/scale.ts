import type { DateTimeFormatOptions } from 'next-intl';
import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { DAY_MS } from '@/lib/base/time/time';

/** A line of a scale: its height from 0 to 1 and its text. */
export interface ScaleLine {
  readonly at: number;
  readonly text: string;
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const LEAST = 4;

/** Returns a round number at or above `most` whose half is round too. */
export function niceCeiling(most: number): number {
  if (most <= LEAST) return LEAST;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((one) => one * power >= most && Number.isInteger((one * power) / 2));
  return (step ?? 10) * power;
}

/** Returns the lines at the end and the middle of a scale that begins at zero. */
export function halves(most: number, text: (value: number) => string): ScaleLine[] {
  return [1, 0.5].map((at) => ({ at, text: text(most * at) }));
}

const FLOORS = [0.99, 0.95, 0.9, 0.8, 0.5];

/** Returns the start of a scale of shares that keeps values close to 1 apart. */
export function shareFloor(shares: readonly number[]): number {
  const least = Math.min(1, ...shares);
  return FLOORS.find((floor) => floor <= least) ?? 0;
}

/** Exponents of the powers of ten around positive values. */
export interface Decades {
  readonly low: number;
  readonly high: number;
}

export function decadesOf(values: readonly number[]): Decades {
  const exponents = values.map((value) => Math.log10(Math.max(1, value)));
  const low = Math.floor(Math.min(...exponents, Number.MAX_SAFE_INTEGER));
  if (exponents.length === 0) return { low: 0, high: 1 };
  return { low, high: Math.max(low + 1, Math.ceil(Math.max(...exponents))) };
}

export function heightIn({ low, high }: Decades, value: number): number {
  return (Math.log10(Math.max(1, value)) - low) / (high - low);
}

export function decadeLines({ low, high }: Decades, text: (value: number) => string): ScaleLine[] {
  return Array.from({ length: high - low + 1 }, (_, step) => ({
    at: step / (high - low),
    text: text(10 ** (low + step)),
  }));
}

/** Returns the SVG path through heights from 0 to 1, with gaps where values are missing. */
export function linePath(heights: readonly (number | undefined)[]): string {
  const round = (value: number) => Number(value.toFixed(4));
  return heights
    .map((height, place) => {
      if (height === undefined) return '';
      const point = `${place + 0.5} ${round(1 - height)}`;
      if (heights[place - 1] !== undefined) return `L${point}`;
      return heights[place + 1] === undefined ? `M${point}h0.001` : `M${point}`;
    })
    .join('');
}

/** A label below a bar. */
export interface Tick {
  readonly place: number;
  readonly format: DateTimeFormatOptions;
}

const YEAR_MS = 300 * DAY_MS;
/** A week has all its labels; of more bars, this many fit. */
const WEEK = 7;
const MAX_TICKS = 6;

/** Chooses the bars that have a label, counted back from the last one. */
export function ticksOf(starts: readonly Date[], unitMs: number): Tick[] {
  const spanMs = starts.length * unitMs;
  const hours = spanMs <= 2 * DAY_MS;
  const eligible = [...starts.keys()].filter((place) => {
    const start = starts[place];
    if (hours || unitMs >= DAY_MS || start === undefined) return true;
    return startOfDay(dayOf(start)).getTime() === start.getTime();
  });
  const every = eligible.length <= WEEK ? 1 : Math.ceil(eligible.length / MAX_TICKS);
  const format = hours ? TIME : spanMs > YEAR_MS ? MONTH : DAY;
  return eligible
    .filter((_, n) => (eligible.length - 1 - n) % every === 0)
    .map((place) => ({ place, format }));
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const MONTH = { month: 'short', year: 'numeric' } as const;

export function startFormat(unitMs: number): DateTimeFormatOptions {
  const day = { weekday: 'short', ...DAY } as const;
  if (unitMs < DAY_MS) return { ...day, ...TIME };
  return unitMs === DAY_MS ? day : { ...DAY, year: 'numeric' };
}
