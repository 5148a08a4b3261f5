'use client';

import type { KeyboardEvent, ReactNode } from 'react';

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A scrolling frame in which arrow keys move between switches. */
export function ArrowKeys({ label, children }: { label: string; children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const { target } = event;
    if (step === undefined || !(target instanceof HTMLInputElement)) return;
    const neighbour = switchFrom(target, step);
    if (neighbour === null) return;
    event.preventDefault();
    neighbour.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="matrix-frame" tabIndex={0} aria-label={label} onKeyDown={move}>
      {children}
    </section>
  );
}

function switchFrom(
  input: HTMLInputElement,
  [rows, columns]: readonly [number, number],
): HTMLInputElement | null {
  const cell = input.closest('td');
  const row = cell?.closest('tr');
  const body = row?.closest('tbody');
  if (!cell || !row || !body) return null;
  const target = body.rows.item(row.sectionRowIndex + rows);
  return target?.cells.item(cell.cellIndex + columns)?.querySelector('input') ?? null;
}
