import type { ReactNode } from 'react';
import type { TimeAxis } from './axis';
import { ChartTable } from './chart-table';
import { type Choice, type Mark, Plot, type Series } from './plot';
import type { ScaleLine } from './scale';

export interface LegendEntry {
  readonly key: string;
  readonly name: string;
  readonly mark: Mark;
  /** Total of the period. */
  readonly total: string;
  readonly what?: string;
}

interface ChartProps {
  readonly title: string;
  readonly axis: TimeAxis;
  /** Scale lines; drawings made of strips have `rows` instead. */
  readonly scale?: readonly ScaleLine[];
  readonly rows?: readonly string[];
  readonly series: readonly Series[];
  readonly legend?: readonly LegendEntry[];
  /** Series that only the table shows. */
  readonly tableOnly?: readonly Series[];
  readonly choice?: Choice | undefined;
  readonly children: ReactNode;
}

/** A chart over time with its legend and its values as a table. */
export function Chart({ title, axis, series, legend = [], ...props }: ChartProps) {
  const columns = [...(props.tableOnly ?? []), ...series];
  return (
    <>
      <figure className="chart">
        {legend.length > 0 && (
          <figcaption>
            <ul className="legend">
              {legend.map(({ key, name, mark, total, what }) => (
                <li key={key} title={what}>
                  <span className="swatch" {...mark} />
                  {name} <b>{total}</b>
                </li>
              ))}
            </ul>
          </figcaption>
        )}
        <Plot
          label={title}
          places={axis.labels}
          series={series}
          scale={props.scale ?? []}
          rows={props.rows ?? []}
          ticks={axis.ticks}
          choice={props.choice}
        >
          {props.children}
        </Plot>
      </figure>
      <ChartTable title={title} places={axis.labels} columns={columns} />
    </>
  );
}
