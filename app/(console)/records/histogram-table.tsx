'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { ChartTable } from '@/app/(console)/charts/chart-table';
import type { ChartBar, NamedKind } from './histogram-bars';

interface HistogramTableProps {
  readonly bars: readonly ChartBar[];
  readonly kinds: readonly NamedKind[];
}

/** The bars in numbers. */
export function HistogramTable({ bars, kinds }: HistogramTableProps) {
  const t = useTranslations('histogram');
  const format = useFormatter();
  const column = (name: string, count: (bar: ChartBar) => number) => ({
    key: name,
    name,
    values: bars.map((bar) => format.number(count(bar))),
  });
  return (
    <ChartTable
      title={t('label')}
      places={bars.map(({ label }) => label)}
      columns={[
        ...kinds.map(({ name }, place) => column(name, ({ parts }) => parts[place] ?? 0)),
        column(t('refused'), ({ refusals }) => refusals),
      ]}
    />
  );
}
