import type { ReactNode } from 'react';
import type { TimeAxis } from './axis';
import { ChartTable } from './chart-table';
import { Bars, type DrawnSeries, Lines } from './drawings';
import { type Choice, Plot, type Series } from './plot';
import type { ScaleLine } from './scale';

/** A series with what the legend says of it. */
interface ChartSeries extends DrawnSeries {
  /** Total of the period; with it, the series is in the legend. */
  readonly total?: string;
  readonly what?: string;
}

interface ChartProps {
  readonly title: string;
  readonly axis: TimeAxis;
  readonly scale: readonly ScaleLine[];
  readonly series: readonly ChartSeries[];
  readonly lines?: boolean;
  readonly tableOnly?: readonly Series[];
  readonly choice?: Choice | undefined;
  /** Drawn above the series. */
  readonly children?: ReactNode;
}

/** A chart over time with its legend and its values as a table. */
export function Chart({ title, axis, series, lines = false, ...props }: ChartProps) {
  const texts = series.map(({ total: _, what: __, heights: ___, ...text }) => text);
  const drawn = series.filter(({ heights }) => heights !== undefined);
  const Drawing = lines ? Lines : Bars;
  return (
    <>
      <figure className="chart">
        <Legend series={series.filter(isNamed)} />
        <Plot
          label={title}
          places={axis.labels}
          series={texts}
          scale={props.scale}
          ticks={axis.ticks}
          choice={props.choice}
        >
          {drawn.length > 0 && <Drawing places={axis.labels.length} series={drawn} />}
          {props.children}
        </Plot>
      </figure>
      <ChartTable
        title={title}
        places={axis.labels}
        columns={[...(props.tableOnly ?? []), ...texts]}
      />
    </>
  );
}

/** True unless nothing of the series is drawn. */
function isNamed({ total, counts }: ChartSeries): boolean {
  return total !== undefined && counts?.every((count) => count === 0) !== true;
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  if (series.length === 0) return null;
  return (
    <figcaption>
      <ul className="bare legend">
        {series.map(({ key, name, mark, total, what }) => (
          <li key={key} title={what}>
            <span className="swatch" {...mark} />
            {name} <b>{total}</b>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
