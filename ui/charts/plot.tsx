'use client';

import { Button, Group } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Note } from '@/ui/parts/note';
import type { ScaleLine } from './scale';
import { type Stretch, useCursor } from './use-cursor';

/** Attribute by which the style sheet colours a series in the legend and in the drawing. */
export type Mark = Readonly<Record<`data-${string}`, string>>;

/** Formatted values of one series, one per place. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly mark?: Mark;
  readonly values: readonly string[];
  /** The values as numbers, where stretches can be chosen and are added up. */
  readonly counts?: readonly number[];
}

/** Lets a stretch of the chart become the period of the page. */
export interface Choice {
  /** Address to which `from` and `to` are added. */
  readonly address: string;
  /** Local time at which each place begins and ends. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface PlotProps {
  readonly label: string;
  /** Names of the places, from left to right. */
  readonly places: readonly string[];
  readonly series: readonly Series[];
  readonly scale: readonly ScaleLine[];
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
  readonly choice?: Choice | undefined;
  /** The drawing, as wide and high as the plot. The series repeat everything in it. */
  readonly children: ReactNode;
}

/** A label beyond this place would cross the end of the plot. */
const NEAR_END = 0.93;

/** Draws a chart over time and reads it out to pointer, touch and arrow keys. */
export function Plot({ label, places, series, scale, ticks, ...props }: PlotProps) {
  const t = useTranslations('charts');
  const router = useRouter();
  const { choice, children } = props;
  const choose = ({ first, last }: Stretch) => {
    const period = new URLSearchParams({
      from: choice?.from[first] ?? '',
      to: choice?.to[last] ?? '',
    });
    const address = choice?.address ?? '';
    router.push(`${address}${address.includes('?') ? '&' : '?'}${period}`.replace('?&', '?'));
  };
  const cursor = useCursor(places.length, choice && choose);
  const { shown, chosen, dragging, listeners } = cursor;
  const values = useValues();
  const hint = t(choice === undefined ? 'hint' : 'chooseHint');
  const nameOf = ({ first, last }: Stretch) =>
    first === last
      ? places[first]
      : t('fromTo', { from: `${places[first]}`, to: `${places[last]}` });
  const inWords = (stretch: Stretch) => {
    const named = series.map((one) => `${one.name}: ${values(one, stretch)}`);
    return `${nameOf(stretch)}. ${named.join(', ')}`;
  };
  return (
    <div className="plot">
      {choice !== undefined && (
        <Group justify="space-between" gap="xs" mih={30} className="plot-choose">
          <Note>{hint}</Note>
          {chosen !== undefined && !dragging && (
            <Button size="compact-sm" variant="default" onClick={() => choose(chosen)}>
              {t('choose')}
            </Button>
          )}
        </Group>
      )}
      <Gutter scale={scale} />
      <div
        {...listeners}
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, places.length - 1)}
        aria-valuenow={cursor.place ?? places.length - 1}
        aria-valuetext={shown === undefined ? hint : inWords(shown)}
      >
        {scale.map(({ at }) => (
          <span key={at} className="plot-line" style={{ '--at': at }} />
        ))}
        {chosen && marked(chosen, places.length)}
        {shown && marked(shown, places.length)}
        {children}
        {shown !== undefined && (
          <div
            className="overlay readout"
            style={{ '--at': places.length < 2 ? 0 : shown.last / (places.length - 1) }}
            aria-hidden
          >
            <b>{nameOf(shown)}</b>
            {series.map((one) => (
              <span key={one.key}>
                {one.mark && <span className="swatch" {...one.mark} />}
                {one.name} <b>{values(one, shown)}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="plot-ticks" aria-hidden>
        {ticks.map(({ place, text }) => {
          const at = (place + 0.5) / places.length;
          return (
            <span key={place} style={{ '--at': at }} data-end={at > NEAR_END || undefined}>
              {text}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Returns a function that writes the value of a series at a place, or its sum over a stretch. */
function useValues() {
  const format = useFormatter();
  return ({ values, counts = [] }: Series, { first, last }: Stretch) =>
    first === last
      ? values[first]
      : format.number(counts.slice(first, last + 1).reduce((sum, count) => sum + count, 0));
}

function marked({ first, last }: Stretch, count: number) {
  const left = `${(100 * first) / count}%`;
  const width = `${(100 * (last - first + 1)) / count}%`;
  return <span className="plot-here" style={{ left, width }} />;
}

function Gutter({ scale }: Pick<PlotProps, 'scale'>) {
  return (
    <div className="plot-scale" aria-hidden>
      {scale.map(({ at, text }) => (
        <span key={at} style={{ '--at': at }}>
          {text}
        </span>
      ))}
      {/* Invisible copies, so that the gutter is as wide as the widest of them. */}
      {scale.map(({ at, text }) => (
        <i key={at}>{text}</i>
      ))}
    </div>
  );
}
