'use client';

import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { movedBy } from '@/app/(console)/charts/moved-by';
import { Bars, type ChartBar, mostOf, type NamedKind, type Stretch } from './histogram-bars';

interface HistogramChartProps {
  readonly base: string;
  /** The rest of the address, without a period. */
  readonly rest: string;
  readonly bars: readonly ChartBar[];
  readonly kinds: readonly NamedKind[];
}

/** From the first of two bars to the second, in either direction. */
interface Choice {
  readonly anchor: number;
  readonly head: number;
}

/**
 * Bars over time. A stretch is chosen by dragging, or by the arrows, with Shift to widen it; then the
 * button, or Enter, makes it the period.
 */
export function HistogramChart({ base, rest, bars, kinds }: HistogramChartProps) {
  const t = useTranslations('histogram');
  const { choice, stretch, pointed, dragging, listeners } = useChoice(bars.length);
  const router = useRouter();
  const words = useWords(bars, kinds);
  const go = () => {
    const [first, last] = [bars[stretch?.first ?? -1], bars[stretch?.last ?? -1]];
    if (first === undefined || last === undefined) return;
    const period = new URLSearchParams({ from: first.from, to: last.to });
    router.push(`${base}?${rest === '' ? '' : `${rest}&`}${period}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go();
    else listeners.onKeyDown(event);
  };
  return (
    <div>
      <Group justify="space-between" gap="xs" mih={30}>
        <Text size="sm" c={stretch || pointed ? 'var(--mantine-color-text)' : 'dimmed'}>
          {words(stretch ?? pointed) ?? t('hint')}
        </Text>
        {stretch !== undefined && !dragging && (
          <Button size="compact-sm" variant="default" onClick={go}>
            {t('choose')}
          </Button>
        )}
      </Group>
      <div
        {...listeners}
        className="histogram"
        role="slider"
        tabIndex={0}
        aria-label={t('label')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={choice?.head ?? Math.max(0, bars.length - 1)}
        aria-valuetext={words(stretch) ?? t('hint')}
        onKeyDown={onKeyDown}
      >
        <Bars kinds={kinds} bars={bars} stretch={stretch} />
        <span className="histogram-scale" aria-hidden>
          {t('count', { count: mostOf(bars) })}
        </span>
      </div>
      <Group justify="space-between" className="histogram-axis" aria-hidden>
        <span>{bars[0]?.start}</span>
        <span>{bars[Math.floor(bars.length / 2)]?.start}</span>
        <span>{bars.at(-1)?.start}</span>
      </Group>
    </div>
  );
}

/** What is chosen by pointer and keyboard, and what the pointer is over. */
function useChoice(count: number) {
  const [choice, setChoice] = useState<Choice>();
  const [over, setOver] = useState<number>();
  const [dragging, setDragging] = useState(false);
  const placeOf = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
  };
  const stop = () => setDragging(false);
  const listeners = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const place = placeOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      setChoice({ anchor: place, head: place });
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const place = placeOf(event);
      setOver(place);
      if (dragging && choice) setChoice({ ...choice, head: place });
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: () => setOver(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const head = event.key === 'Escape' ? undefined : movedBy(event.key, choice?.head, count);
      if (head === undefined && event.key !== 'Escape') return;
      event.preventDefault();
      const anchor = event.shiftKey ? (choice?.anchor ?? head) : head;
      setChoice(head === undefined || anchor === undefined ? undefined : { anchor, head });
    },
  };
  const pointed = over === undefined ? undefined : { first: over, last: over };
  return { choice, stretch: choice && stretchOf(choice), pointed, dragging, listeners };
}

function stretchOf({ anchor, head }: Choice): Stretch {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

/** A stretch in words: its time, and how many queries ended how. */
function useWords(bars: readonly ChartBar[], kinds: readonly NamedKind[]) {
  const t = useTranslations('histogram');
  return (stretch: Stretch | undefined): string | undefined => {
    const [first, last] = [bars[stretch?.first ?? -1], bars[stretch?.last ?? -1]];
    if (stretch === undefined || first === undefined || last === undefined) return undefined;
    const covered = bars.slice(stretch.first, stretch.last + 1);
    const sum = (count: (bar: ChartBar) => number) =>
      covered.reduce((total, bar) => total + count(bar), 0);
    const counts = [
      ...kinds.map(({ name }, place) => [name, sum(({ parts }) => parts[place] ?? 0)]),
      [t('refused'), sum(({ refusals }) => refusals)],
    ].filter(([, count]) => count !== 0);
    const told = counts.map(([name, count]) => `${name}: ${t('count', { count: Number(count) })}`);
    const time = first === last ? first.label : t('fromTo', { from: first.start, to: last.end });
    return `${time}. ${told.length === 0 ? t('nothing') : told.join(', ')}`;
  };
}
