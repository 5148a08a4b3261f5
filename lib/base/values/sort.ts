import { z } from 'zod';

export interface Sort<Column extends string = string> {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}

/** Reads an order: `saldo` is ascending, `-saldo` descending. Other columns use the fallback. */
export function sortSchema<Column extends string>(
  columns: readonly Column[],
  fallback: Column | `-${Column}`,
) {
  const orders: string[] = columns.flatMap((column) => [column, `-${column}`]);
  return z
    .enum(orders)
    .catch(fallback)
    .transform((text): Sort<Column> => {
      const column = text.replace(/^-/, '') as Column;
      return { column, direction: text === column ? 'asc' : 'desc' };
    });
}

export function writeSort({ column, direction }: Sort): string {
  return direction === 'asc' ? column : `-${column}`;
}
