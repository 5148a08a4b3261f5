import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { PeriodOf } from '@/lib/base/time/periods';

export interface DeltaProps {
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** Formatted earlier value, shown on hover. */
  readonly was: string;
  readonly period: PeriodOf<'overview'> | 'own';
  /** Direction that counts as good, if any. */
  readonly better?: 'up' | 'down';
  /** Whether the values are shares, which differ by percentage points. */
  readonly points?: boolean;
  /** Says when there is nothing to compare with. */
  readonly telling?: boolean;
}

const ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual };
/** Smaller changes count as none. */
const SAME = 0.0005;
/** Larger changes are coloured as good or bad. */
const NOTABLE = 0.05;
const NOTABLE_POINTS = 0.005;

/** Shows the change from the earlier period, which has the same weekdays. */
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
  const digits = Math.abs(change) < 1 ? 1 : 0;
  const amount = format
    .number(points ? change * 100 : change, {
      style: points ? 'decimal' : 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    .replace('-', '−');
  const notable = Math.abs(change) >= (points ? NOTABLE_POINTS : NOTABLE);
  const good = notable && better !== undefined ? direction === better : undefined;
  return (
    <span
      className="delta"
      data-tone={good === false ? 'bad' : 'plain'}
      title={t(`was.${period}`, { was })}
    >
      <Icon size={14} aria-hidden />
      {points ? t('points', { amount }) : amount}
      {telling && period !== 'own' && ` ${t(`than.${period}`)}`}
    </span>
  );
}
