import { z } from 'zod';
import type { Sort } from '@/lib/sort';

/**
 * Reads an order from the URL: `saldo` is ascending, `-saldo` descending. Columns that are not in
 * `columns` use the fallback.
 */
export function sortSchema<Column extends string>(
  columns: readonly Column[],
  fallback: Column | `-${Column}`,
) {
  return z
    .string()
    .catch(fallback)
    .transform(
      (text): Sort<Column> => orderOf(columns, text) ?? orderOf(columns, fallback) ?? none(),
    );
}

function orderOf<Column extends string>(
  columns: readonly Column[],
  text: string,
): Sort<Column> | undefined {
  const name = text.replace(/^-/, '');
  const column = columns.find((one) => one === name);
  if (column === undefined) return undefined;
  return { column, direction: name === text ? 'asc' : 'desc' };
}

function none(): never {
  throw new Error('The order to fall back to is not one of the columns.');
}

/** Writes an order for the URL. */
export function writeSort({ column, direction }: Sort): string {
  return direction === 'asc' ? column : `-${column}`;
}
