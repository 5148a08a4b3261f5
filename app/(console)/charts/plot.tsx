'use client';

import { useTranslations } from 'next-intl';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import { movedBy } from './moved-by';
import type { ScaleLine } from './scale';

/** How the legend and the drawing mark the same thing, such as `data-ending`. */
export type Mark = Readonly<Record<`data-${string}`, string>>;

/** What a chart shows of one thing, as it is written, at each place. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly mark?: Mark;
  readonly values: readonly string[];
}

interface PlotProps {
  readonly label: string;
  /** What each place is called, from left to right. */
  readonly places: readonly string[];
  readonly series: readonly Series[];
  readonly scale: readonly ScaleLine[];
  /** Names of strips below one another, where the drawing is those. */
  readonly rows: readonly string[];
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
  /** The drawing, as wide and high as the plot; everything in it stands in the series too. */
  readonly children: ReactNode;
}

type Cursor = readonly [number | undefined, (place: number | undefined) => void];

const Shared = createContext<Cursor | undefined>(undefined);

/** Plots of the same places: what is pointed at in one is marked in all. */
export function PlotGroup({ children }: { readonly children: ReactNode }) {
  const cursor = useState<number>();
  return <Shared value={cursor}>{children}</Shared>;
}

/** A chart over time; what a place holds is told to pointer, touch and arrow keys. */
export function Plot({ label, places, series, scale, rows, ticks, children }: PlotProps) {
  const { place, isOwn, listeners } = useCursor(places.length);
  const t = useTranslations('charts');
  return (
    <div
      className="plot"
      style={rows.length > 0 ? { '--rows': rows.length } : {}}
      data-rows={rows.length > 0 || undefined}
    >
      <Gutter scale={scale} rows={rows} />
      <div
        {...listeners}
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, places.length - 1)}
        aria-valuenow={place ?? places.length - 1}
        aria-valuetext={place === undefined ? t('hint') : inWords(places, series, place)}
      >
        {scale.map(({ at }) => (
          <span key={at} className="plot-line" style={{ '--at': at }} />
        ))}
        {place !== undefined && (
          <span
            className="plot-here"
            style={{ left: `${(100 * place) / places.length}%`, width: `${100 / places.length}%` }}
          />
        )}
        {children}
        {isOwn && place !== undefined && <Readout places={places} series={series} place={place} />}
      </div>
      <div className="plot-ticks" aria-hidden>
        {ticks.map(({ place: at, text }) => (
          <Tick key={at} at={(at + 0.5) / places.length} text={text} />
        ))}
      </div>
    </div>
  );
}

function Gutter({ scale, rows }: Pick<PlotProps, 'scale' | 'rows'>) {
  return (
    <div className="plot-scale" aria-hidden>
      {scale.map(({ at, text }) => (
        <span key={at} style={{ '--at': at }}>
          {text}
        </span>
      ))}
      {/* As wide as the widest of them. */}
      {scale.map(({ at, text }) => (
        <i key={at}>{text}</i>
      ))}
      {rows.map((name) => (
        <div key={name}>{name}</div>
      ))}
    </div>
  );
}

/** Beyond this a label would reach over the end of the plot. */
const NEAR_END = 0.93;

function Tick({ at, text }: ScaleLine) {
  return (
    <span style={{ '--at': at }} data-end={at > NEAR_END || undefined}>
      {text}
    </span>
  );
}

interface AtProps extends Pick<PlotProps, 'places' | 'series'> {
  readonly place: number;
}

function Readout({ places, series, place }: AtProps) {
  const at = places.length < 2 ? 0 : place / (places.length - 1);
  return (
    <div className="readout" style={{ '--at': at }} aria-hidden>
      <b>{places[place]}</b>
      {series.map(({ key, name, mark, values }) => (
        <span key={key}>
          {mark && <span className="swatch" {...mark} />}
          {name} <b>{values[place]}</b>
        </span>
      ))}
    </div>
  );
}

function inWords(places: PlotProps['places'], series: readonly Series[], place: number): string {
  const values = series.map(({ name, values: own }) => `${name}: ${own[place]}`);
  return `${places[place]}. ${values.join(', ')}`;
}

/** Where somebody points, and whether it is here or in another plot of the group. */
function useCursor(count: number) {
  const alone = useState<number>();
  const [place, setPlace] = useContext(Shared) ?? alone;
  const [isOwn, setOwn] = useState(false);
  const point = (to: number | undefined) => {
    setOwn(to !== undefined);
    setPlace(to);
  };
  const onPointer = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const to = Math.floor(((clientX - left) / width) * count);
    point(Math.max(0, Math.min(count - 1, to)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedBy(event.key, isOwn ? place : undefined, count);
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    point(to);
  };
  const leave = () => point(undefined);
  const listeners = {
    onPointerDown: onPointer,
    onPointerMove: onPointer,
    onPointerLeave: leave,
    onBlur: leave,
    onKeyDown,
  };
  return { place, isOwn, listeners };
}
