import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import { ENDINGS } from '@/lib/statistics/endings';
import type { ByEnding } from '@/lib/statistics/traffic';
import type { TimeAxis } from './axis';
import { Chart } from './chart';
import { Bars } from './drawings';
import { halves, niceCeiling } from './scale';

interface VolumeProps {
  readonly title: string;
  readonly axis: TimeAxis;
  readonly bars: readonly {
    readonly from: Date;
    readonly queries: number;
    readonly endings: ByEnding;
  }[];
  readonly total: ByEnding;
}

/** How many queries there were over time, stacked by how they ended. */
export async function Volume({ title, axis, bars, total }: VolumeProps) {
  const t = await getTranslations('overview');
  const { count } = await figureFormat();
  const most = niceCeiling(Math.max(0, ...bars.map(({ queries }) => queries)));
  const kinds = ENDINGS.map((key) => ({
    key,
    name: t(`endings.${key}`),
    mark: { 'data-ending': key },
  }));
  const queries = bars.map((bar) => count(bar.queries));
  return (
    <Chart
      title={title}
      axis={axis}
      scale={halves(most, count)}
      legend={kinds.map((kind) => ({
        ...kind,
        total: count(total[kind.key]),
        what: t(`endingsWhat.${kind.key}`),
      }))}
      series={kinds.map((kind) => ({
        ...kind,
        values: bars.map(({ endings }) => count(endings[kind.key])),
      }))}
      tableOnly={[{ key: 'queries', name: t('queries'), values: queries }]}
    >
      <Bars
        bars={bars.map(({ from, endings }) => ({
          key: from.toISOString(),
          parts: kinds.map(({ key, mark }) => ({ key, mark, height: endings[key] / most })),
        }))}
      />
    </Chart>
  );
}
