import { getTranslations } from 'next-intl/server';
import { DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { figureFormat } from '@/ui/parts/figures';
import { startFormat, ticksOf } from './scale';

export interface TimeAxis {
  readonly labels: readonly string[];
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
}

/** Names hours and days by their beginning and longer bars by both ends. */
export async function timeAxis(bars: readonly Span[], unitMs: number): Promise<TimeAxis> {
  const t = await getTranslations('charts');
  const { instant } = await figureFormat();
  const format = startFormat(unitMs);
  const endOf = (to: Date) =>
    unitMs < DAY_MS
      ? instant(to, { hour: '2-digit', minute: '2-digit' })
      : instant(new Date(to.getTime() - 1), format);
  const isOne = unitMs === HOUR_MS || unitMs === DAY_MS;
  const starts = bars.map(({ from }) => from);
  return {
    labels: bars.map(({ from, to }) => {
      const start = instant(from, format);
      return isOne ? start : t('fromTo', { from: start, to: endOf(to) });
    }),
    ticks: ticksOf(starts, unitMs).map(({ place, format: short }) => ({
      place,
      text: instant(starts[place] ?? new Date(0), short),
    })),
  };
}
