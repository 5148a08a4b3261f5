import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { ShortPeriod } from '@/lib/statistics/chart-periods';

interface DeltaProps {
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** The value before as it is written, which shows on hover. */
  readonly was: string;
  readonly period: ShortPeriod | 'own';
  /** Which way is the better one, where there is one. */
  readonly better?: 'up' | 'down';
  /** Shares differ by percentage points, everything else in proportion. */
  readonly points?: boolean;
  /** Says so when there is nothing to compare with. */
  readonly telling?: boolean;
}

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual };
/** What is less than a tenth of a percent, or of a point, is the same. */
const SAME = 0.0005;
/** From here on a change is called good or bad. */
const NOTABLE = 0.05;
const NOTABLE_POINTS = 0.005;

/** How much more or less than in the period before: an arrow, a sign, and then a colour. */
export async function Delta({ now, before, was, period, better, ...props }: DeltaProps) {
  const { points = false, telling = false } = props;
  const t = await getTranslations('overview');
  const format = await getFormatter();
  if (now === undefined || before === undefined || (before === 0 && !points)) {
    return telling && <span className="delta">{t('noBefore')}</span>;
  }
  const change = points ? now - before : (now - before) / before;
  const direction = Math.abs(change) < SAME ? 'same' : change > 0 ? 'up' : 'down';
  const Icon = ICONS[direction];
  const amount = format.number(points ? change * 100 : change, {
    style: points ? 'decimal' : 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 1 ? 1 : 0,
  });
  const notable = Math.abs(change) >= (points ? NOTABLE_POINTS : NOTABLE);
  const good = notable && better !== undefined ? direction === better : undefined;
  return (
    <span
      className="delta"
      data-tone={good === undefined ? 'plain' : good ? 'good' : 'bad'}
      title={t(`was.${period}`, { was })}
    >
      <Icon size={14} aria-hidden />
      {points ? t('points', { amount }) : amount}
    </span>
  );
}
