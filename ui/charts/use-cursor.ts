'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Places beside one another, both ends included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** A stretch in the direction in which it was chosen. */
interface Chosen {
  readonly anchor: number;
  readonly head: number;
}

/**
 * Follows pointer and arrow keys over `count` places. With `choose`, dragging and Shift choose a
 * stretch, and Enter passes it on.
 */
export function useCursor(count: number, choose?: (of: Stretch) => void) {
  /** The place pointed at. */
  const [place, point] = useState<number>();
  const [chosen, setChosen] = useState<Chosen>();
  const [dragging, setDragging] = useState(false);
  const leave = () => point(undefined);
  const stretch = chosen && stretchOf(chosen);
  const placeOf = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && stretch) return choose?.(stretch);
    const head = movedBy(event.key, place ?? chosen?.head, count);
    if (head === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    point(head);
    if (choose === undefined) return;
    const anchor = event.shiftKey ? (chosen?.anchor ?? head) : head;
    setChosen(head === undefined || anchor === undefined ? undefined : { anchor, head });
  };
  const listeners = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const at = placeOf(event);
      point(at);
      if (choose === undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      setChosen({ anchor: at, head: at });
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const head = placeOf(event);
      point(head);
      if (dragging && chosen) setChosen({ ...chosen, head });
    },
    onPointerUp: () => setDragging(false),
    onPointerCancel: () => setDragging(false),
    onPointerLeave: leave,
    onBlur: leave,
    onKeyDown,
  };
  const pointed = place === undefined ? undefined : { first: place, last: place };
  // Reads out the stretch while it is being chosen.
  const making = place !== undefined && (dragging || place === chosen?.head);
  return {
    place,
    chosen: stretch,
    dragging,
    shown: making && stretch ? stretch : pointed,
    listeners,
  };
}

function stretchOf({ anchor, head }: Chosen): Stretch {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

/** Returns the place a key leads to. Without a present place, the arrows lead to the last one. */
function movedBy(key: string, from: number | undefined, count: number): number | undefined {
  const last = count - 1;
  const target: Readonly<Record<string, number>> = {
    ArrowLeft: from === undefined ? last : from - 1,
    ArrowRight: from === undefined ? last : from + 1,
    Home: 0,
    End: last,
  };
  const wanted = target[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted));
}
