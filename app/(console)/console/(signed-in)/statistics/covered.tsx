import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import { HOUR_MS } from '@/lib/time';

interface CoveredProps {
  readonly period: ChartPeriod;
  readonly isComparable: boolean;
}

const UNITS = ['1', '3', '6', '24', '168', '672'] as const;

/** From when to when the charts are, and what they are compared with. */
export async function Covered({ period, isComparable }: CoveredProps) {
  const t = await getTranslations('statistics');
  const { instant } = await figureFormat();
  const { from, to, now, before, grain, unitMs } = period;
  const time = grain === 'hour' ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const written = (at: Date) =>
    instant(at, { day: 'numeric', month: 'short', year: 'numeric', ...time });
  // A day is the last one by being whole, an hour by when it ends.
  const last = (at: Date) => written(grain === 'day' ? new Date(at.getTime() - 1) : at);
  const end = new Date(Math.min(now.getTime(), to.getTime()));
  const elapsedMs = end.getTime() - from.getTime();
  const beforeEnd = new Date(before.from.getTime() + elapsedMs);
  const unit = UNITS.find((hours) => Number(hours) * HOUR_MS === unitMs) ?? '24';
  return (
    <Text size="sm" c="dimmed">
      {t('covers', {
        from: written(from),
        to: last(end),
        unit: t(`units.${unit}`),
      })}{' '}
      {isComparable
        ? t('compared', { from: written(before.from), to: last(beforeEnd) })
        : t('notCompared')}
    </Text>
  );
}
