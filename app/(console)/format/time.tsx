import { getFormatter, getTranslations } from 'next-intl/server';
import { startOfDay } from '@/lib/guatemala';

interface InstantProps {
  readonly at: Date;
  readonly precise?: boolean;
}

const SHORT = { timeStyle: 'short' } as const;

/** Shows a time in Guatemala; the exact instant appears on hover. */
export async function Instant({ at, precise = false }: InstantProps) {
  const format = await getFormatter();
  const iso = at.toISOString();
  // Uses 24 hours, as logs do.
  const time = precise ? ({ timeStyle: 'medium', hourCycle: 'h23' } as const) : SHORT;
  return (
    <time dateTime={iso} title={iso}>
      {format.dateTime(at, { dateStyle: 'medium', ...time })}
    </time>
  );
}

/** Shows how long ago a time was; the time appears on hover. */
export async function Ago({ at, now = new Date() }: { readonly at: Date; readonly now?: Date }) {
  const format = await getFormatter();
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium' })}
    >
      {format.relativeTime(at, now)}
    </time>
  );
}

interface PeriodTextProps {
  /** First and last day; a missing one leaves the period open. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
}

/** Shows a period, such as `1–30 nov 2026`. */
export async function PeriodText({ firstDay, lastDay }: PeriodTextProps) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const style = { dateStyle: 'medium' } as const;
  const [first, last] = [firstDay, lastDay].map((day) => day && startOfDay(day));
  if (first && last) return format.dateTimeRange(first, last, style);
  if (first) return t('since', { day: format.dateTime(first, style) });
  if (last) return t('until', { day: format.dateTime(last, style) });
  return (await getTranslations('periods'))('all');
}
