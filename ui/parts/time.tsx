import { getFormatter, getTranslations } from 'next-intl/server';
import { startOfDay } from '@/lib/base/time/guatemala';
import { MINUTE_MS } from '@/lib/base/time/time';

interface InstantProps {
  readonly at: Date;
  readonly precise?: boolean;
  /** Spells out the month, where money or tariffs change. */
  readonly long?: boolean;
}

/** Shows a time in Guatemala; the exact instant appears on hover. */
export async function Instant({ at, precise = false, long = false }: InstantProps) {
  const format = await getFormatter();
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {format.dateTime(at, precise ? 'second' : long ? 'longMinute' : 'minute')}
    </time>
  );
}

/** Shows how long ago a time was; the time appears on hover. */
export async function Ago({ at, now = new Date() }: { readonly at: Date; readonly now?: Date }) {
  const format = await getFormatter();
  const ms = now.getTime() - at.getTime();
  // Whole minutes, because 59.6 of them would be written as 60 instead of an hour.
  const shown = ms < MINUTE_MS ? now : new Date(now.getTime() - (ms % MINUTE_MS));
  return (
    <time dateTime={at.toISOString()} title={format.dateTime(at, 'second')}>
      {format.relativeTime(at, shown)}
    </time>
  );
}

interface WholeDays {
  /** First and last day; a missing one leaves the period open. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
}

/** Writes a period, such as `1–30 de noviembre de 2026`. */
export async function periodText({ firstDay, lastDay }: WholeDays): Promise<string> {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const [first, last] = [firstDay, lastDay].map((day) => day && startOfDay(day));
  if (first && last) return format.dateTimeRange(first, last, 'longDay');
  if (first) return t('since', { day: format.dateTime(first, 'longDay') });
  if (last) return t('until', { day: format.dateTime(last, 'longDay') });
  return (await getTranslations('periods'))('all');
}
