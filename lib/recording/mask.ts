import type { Identifiers } from './identifiers';

/** One value of what a query asked for, and what it is: `nit`, `cui`. */
export interface Identifier {
  readonly kind: string;
  readonly value: string;
}

/** The values of a query in the order in which they were sent. */
export function valuesOf(identifiers: Identifiers): Identifier[] {
  return Object.entries(identifiers).flatMap(([name, given]) => {
    const kind = name === 'nits' ? 'nit' : name;
    return [given].flat().map((value) => ({ kind, value }));
  });
}

const DOTS = '●●●';

/** The end of a value, enough to tell two of them apart and not to know either. */
export function tailOf(value: string): string {
  const characters = [...value.replace(/[\s\-.]/g, '')];
  const shown = shownOf(characters.length);
  return shown === 0 ? '' : characters.slice(-shown).join('');
}

/** Four of a CUI, three of a NIT; never more than half, so that a short value stays hidden too. */
function shownOf(length: number): number {
  if (length >= 10) return 4;
  return length >= 6 ? 3 : Math.floor(length / 3);
}

/** As people see a value who gave no reason to see it whole. */
export function masked(tail: string): string {
  return DOTS + tail;
}
