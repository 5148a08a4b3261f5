import { getFormatter, getTranslations } from 'next-intl/server';
import { startOfDay } from '@/lib/guatemala';

interface PeriodTextProps {
  /** First and last day; open where one is missing. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
}

/** A period as people say it: `1–30 nov 2026`. */
export async function PeriodText({ firstDay, lastDay }: PeriodTextProps) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const style = { dateStyle: 'medium' } as const;
  const [first, last] = [firstDay, lastDay].map((day) => day && startOfDay(day));
  if (first && last) return format.dateTimeRange(first, last, style);
  if (first) return t('since', { day: format.dateTime(first, style) });
  if (last) return t('until', { day: format.dateTime(last, style) });
  return t('presets.all');
}
