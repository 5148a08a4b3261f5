import type { DateTimeFormatOptions } from 'next-intl';
import { getFormatter } from 'next-intl/server';
import { SECOND_MS } from '@/lib/base/time/time';

/** Returns the functions that format figures in the user's language. */
export async function figureFormat() {
  const format = await getFormatter();
  const decimal = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    count: (value: number) => format.number(value),
    /** Formats a share from 0 to 1 with one decimal, without rounding it to nothing or all. */
    share: (value: number | undefined) => (value === undefined ? '—' : percent(format, value)),
    /** Formats a duration; an estimate begins with ≈. */
    duration: (ms: number | undefined, estimated = false) => {
      if (ms === undefined) return '—';
      const text = ms < SECOND_MS ? `${decimal(ms, 0)} ms` : `${decimal(ms / SECOND_MS, 2)} s`;
      return estimated ? `≈ ${text}` : text;
    },
    /** Formats a duration in milliseconds with one decimal, without the unit. */
    milliseconds: (ms: number) => decimal(ms, 1),
    instant: (at: Date, options: DateTimeFormatOptions) =>
      format.dateTime(at, { hourCycle: 'h23', ...options }),
  };
}

const FINEST = 0.001;

function percent(format: Awaited<ReturnType<typeof getFormatter>>, value: number): string {
  const options = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  if (value > 0 && value < FINEST) return `< ${format.number(FINEST, options)}`;
  if (value < 1 && value > 1 - FINEST) return `> ${format.number(1 - FINEST, options)}`;
  return format.number(value, options);
}
