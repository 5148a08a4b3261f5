import { isJsonObject } from '@/lib/base/values/json';
import type { Answer } from '@/lib/contract/ending';

/** Deeper than any normalised field. Opaque objects may be nested deeper. */
const MAX_DEPTH = 8;

/** Tells whether a normalised value reports anything. */
export function reports(value: unknown, depth = MAX_DEPTH): boolean {
  const isNested = Array.isArray(value) || isJsonObject(value);
  if (!isNested || depth === 0) return value !== null;
  return Object.values(value).some((part) => reports(part, depth - 1));
}

/**
 * Classifies a normalised record by its content, of which a number of fields could not be read.
 * `fechaConsulta` is no data of the taxpayer.
 */
export function contentOf<R extends { readonly fechaConsulta: unknown }>(
  { fechaConsulta: _date, ...content }: R,
  main: readonly unknown[],
  unreadable: number,
): Answer {
  if (!reports(content)) return unreadable > 0 ? 'unreadable' : 'empty';
  return main.every((value) => reports(value)) ? 'found' : 'partial';
}
