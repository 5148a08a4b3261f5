import type { DateTimeFormatOptions } from 'next-intl';
import type { Period } from '@/lib/statistics/periods';

const STEPS = [1, 2, 2.5, 5, 10];
const LEAST = 4;

/** A round number at or above `most`, whose half is one too: where the scale of a chart ends. */
export function niceCeiling(most: number): number {
  if (most <= LEAST) return LEAST;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((one) => one * power >= most && Number.isInteger((one * power) / 2));
  return (step ?? 10) * power;
}

const EVERY = { '24h': 6, '7d': 1, '30d': 7 } as const;

/** The bars that carry a label, counted back from the running one. */
export function axisLabels({ name, grain, starts }: Period) {
  const format: DateTimeFormatOptions =
    grain === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' };
  const last = starts.length - 1;
  return starts.map((_, place) => ((last - place) % EVERY[name] === 0 ? format : undefined));
}

/** When an hour or a day of the period begins. */
export function startFormat({ grain }: Period): DateTimeFormatOptions {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return grain === 'hour' ? { ...day, hour: '2-digit', minute: '2-digit' } : day;
}
