import { type Column, type ColumnDef, createTable, getCoreRowModel } from '@tanstack/table-core';
import type { ReactNode } from 'react';
import { writeSort } from '@/lib/console/sort';
import type { Sort } from '@/lib/sort';
import { SortLink } from './sort-link';

export interface DataColumn {
  readonly key: string;
  readonly title: string;
  /** An amount or a count: to the right, digits below digits, the largest first when sorted by. */
  readonly numeric?: boolean;
  /** Its title is a link that orders the table by it: `sort=key`, then `sort=-key`. */
  readonly sortable?: boolean;
  /** At least this wide, in pixels; longer words break instead of widening it. */
  readonly width?: number;
  readonly nowrap?: boolean;
}

export interface DataRow {
  readonly key: string;
  /** By the key of the column; one that is missing stays empty. */
  readonly cells: Readonly<Record<string, ReactNode>>;
}

interface DataTableProps {
  /** What the table is, for who cannot see it. */
  readonly label: string;
  /** Narrower than this it scrolls inside its own frame, by keyboard too. */
  readonly minWidth: number;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly DataRow[];
  /** The order the rows are in, as the page read it from the URL. */
  readonly sort?: Sort;
}

/**
 * A table of the console. Order, filter and pages are the database's work and stand in the URL. Plain
 * HTML: a component for each of hundreds of cells is most of what a long page costs.
 */
export function DataTable({ label, minWidth, columns, rows, sort }: DataTableProps) {
  const table = tableOf(columns, rows, sort);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="scroll" tabIndex={0} aria-label={label}>
      <table className="data-table" style={{ minWidth }}>
        <thead>
          <tr>
            {table.getAllLeafColumns().map((column) => (
              <HeaderCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map(({ column }) => (
                <td key={column.id} className={classOf(column, 'cell')}>
                  {row.original.cells[column.id]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

declare module '@tanstack/table-core' {
  interface ColumnMeta<TData, TValue> extends DataColumn {}
}

function HeaderCell({ column }: { readonly column: Column<DataRow> }) {
  const { title, width } = column.columnDef.meta ?? {};
  const sorted = column.getIsSorted();
  const next = column.getNextSortingOrder() || 'asc';
  return (
    <th
      className={classOf(column, 'title')}
      {...(width === undefined ? {} : { style: { minWidth: width } })}
      {...(sorted === false ? {} : { 'aria-sort': `${sorted}ending` as const })}
    >
      {column.getCanSort() ? (
        <SortLink
          sort={writeSort({ column: column.id, direction: next })}
          now={sorted === false ? 'none' : sorted}
        >
          {title}
        </SortLink>
      ) : (
        title
      )}
    </th>
  );
}

/** Names of any length break where the room ends; the words of a title never do. */
function classOf({ columnDef: { meta } }: Column<DataRow>, place: 'title' | 'cell'): string {
  const breaks = place === 'cell' && meta?.width !== undefined;
  const classes = { numeric: meta?.numeric, nowrap: meta?.nowrap, name: breaks };
  return Object.entries(classes)
    .filter(([, wanted]) => wanted)
    .map(([name]) => name)
    .join(' ');
}

/** The columns and their order: only the tables of charts are made in the browser. */
function tableOf(columns: readonly DataColumn[], rows: readonly DataRow[], sort?: Sort) {
  const sorting = sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : [];
  return createTable<DataRow>({
    data: [...rows],
    columns: columns.map(definitionOf),
    state: { sorting, columnPinning: {} },
    onStateChange: () => {},
    renderFallbackValue: null,
    getRowId: ({ key }) => key,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    enableSortingRemoval: false,
  });
}

function definitionOf(column: DataColumn): ColumnDef<DataRow> {
  const { key, numeric = false, sortable = false } = column;
  return {
    id: key,
    accessorFn: ({ cells }) => cells[key],
    enableSorting: sortable,
    sortDescFirst: numeric,
    meta: column,
  };
}
