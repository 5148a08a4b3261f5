import { getTranslations } from 'next-intl/server';
import { localMinute } from '@/lib/base/time/guatemala';
import { RESULTS, type Result } from '@/lib/statistics/endings';
import { figureFormat } from '@/ui/parts/figures';
import type { TimeAxis } from './axis';
import { Chart } from './chart';
import { halves, niceCeiling } from './scale';

interface VolumeProps {
  readonly title: string;
  readonly axis: TimeAxis;
  /** In the order in which they are stacked, from the bottom. */
  readonly kinds?: readonly (Result | 'refused')[];
  readonly bars: readonly {
    readonly from: Date;
    readonly to: Date;
    readonly results: Readonly<Partial<Record<Result | 'refused', number>>>;
    /** Requests refused before they became queries, drawn in a row of their own. */
    readonly refusals?: number;
  }[];
  /** Address to which a chosen stretch is added as the period; without one none can be chosen. */
  readonly chooseAt?: string;
  /** Changes to mark in time, by name. */
  readonly marks?: readonly { readonly at: Date; readonly name: string }[];
}

/** Shows queries over time, stacked by how they ended. */
export async function Volume({ title, axis, bars, kinds = RESULTS, ...props }: VolumeProps) {
  const { chooseAt: address, marks } = props;
  const t = await getTranslations('overview');
  const { count } = await figureFormat();
  const sums = bars.map(({ results }) => sum(kinds.map((key) => results[key] ?? 0)));
  const most = niceCeiling(Math.max(0, ...sums));
  const refusals = bars.map((bar) => bar.refusals ?? 0);
  const isRefusing = bars.some((bar) => bar.refusals !== undefined);
  const from = bars.map((bar) => localMinute(bar.from));
  const to = bars.map((bar) => localMinute(bar.to));
  const marked =
    marks && bars.map((bar) => marks.filter(({ at }) => bar.from <= at && at < bar.to));
  const stacked = kinds.map((key) => ({ key, counts: bars.map((bar) => bar.results[key] ?? 0) }));
  const refused = isRefusing ? [{ key: 'refused' as const, counts: refusals }] : [];
  return (
    <Chart
      title={title}
      axis={axis}
      scale={halves(most, count)}
      series={[
        ...[...stacked, ...refused].map(({ key, counts }) => ({
          key,
          counts,
          name: t(`endings.${key}`),
          what: t(`endingsWhat.${key}`),
          mark: { 'data-ending': key },
          values: counts.map(count),
          total: count(sum(counts)),
          ...(isRefusing && key === 'refused' ? {} : { heights: counts.map((one) => one / most) }),
        })),
        ...(marked ? [{ key: 'marks', name: t('marks'), ...marksOf(marked) }] : []),
      ]}
      tableOnly={[{ key: 'queries', name: t('queries'), values: sums.map(count) }]}
      choice={address === undefined ? undefined : { address, from, to }}
    >
      <Refusals refusals={refusals} />
      {marked && <Marks counts={marked.map(({ length }) => length)} />}
    </Chart>
  );
}

/** Draws a row of boxes, the darker the more was refused. */
function Refusals({ refusals }: { readonly refusals: readonly number[] }) {
  const most = Math.max(...refusals);
  if (!(most > 0)) return null;
  return (
    <div className="bars refusals" aria-hidden>
      {refusals.map((count, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in time identifies a box
          key={place}
          style={{ opacity: count === 0 ? 0 : 0.4 + (0.6 * count) / most }}
        />
      ))}
    </div>
  );
}

/** Names the changes of each place, with their number for a stretch of places. */
function marksOf(marked: readonly (readonly { readonly name: string }[])[]) {
  return {
    values: marked.map((some) => some.map(({ name }) => name).join(', ') || '—'),
    counts: marked.map(({ length }) => length),
  };
}

function Marks({ counts }: { readonly counts: readonly number[] }) {
  return (
    <div className="bars marks" aria-hidden>
      {counts.map((count, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in time identifies a mark
        <i key={place} data-marked={count > 0 || undefined} />
      ))}
    </div>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
