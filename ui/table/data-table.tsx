import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { displayChange, displayQuetzales, placesOf } from '@/lib/base/values/money';
import type { Sort } from '@/lib/base/values/sort';
import { writeSort } from '@/lib/base/values/sort';
import { SortLink } from './sort-link';

export interface Column<Row> {
  readonly title: string;
  /** Shows a row; of a column of amounts, after the amount was written. */
  readonly cell?: (row: Row, amount: string) => ReactNode;
  /** Amount of a row; all amounts of the column have the same number of decimals. */
  readonly amount?: (row: Row) => bigint;
  readonly signed?: boolean;
  /** Right-aligned, as amounts are; sorting starts with the largest value. */
  readonly numeric?: boolean;
  /** Name of the column in the `sort` parameter; without one the table cannot be sorted by it. */
  readonly sort?: string;
  /** Minimum width in pixels; long words break instead of widening the column. */
  readonly width?: number;
  readonly nowrap?: boolean;
  /** Repeats its title where rows are paragraphs, as numbers do. */
  readonly named?: boolean;
  /** Takes the room that the other columns leave, and cuts text that is longer. */
  readonly oneLine?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  /** Below this width the table scrolls inside its own frame. */
  readonly minWidth: number;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Current order, as read from the URL. */
  readonly sort?: Sort;
  /** Heading of the rows that have the same one; they follow one another. */
  readonly group?: { readonly of: (row: Row) => string; readonly title: (row: Row) => ReactNode };
  /** Shown instead of a table without rows. */
  readonly empty?: string;
  /** On a phone shows each row as a paragraph, and above them the titles that sort. */
  readonly stacks?: boolean;
}

/** Shows rows in plain HTML, because a component per cell would dominate the cost of long pages. */
export function DataTable<Row>({ columns, rows, keyOf, ...props }: DataTableProps<Row>) {
  if (rows.length === 0 && props.empty !== undefined) {
    return (
      <Text size="sm" c="dimmed">
        {props.empty}
      </Text>
    );
  }
  const cells = columns.map((column) => cellsOf(column, rows));
  return (
    <div
      className="table-frame"
      style={{ '--least': `${props.minWidth}px` }}
      data-stacks={props.stacks}
    >
      <More />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="scroll" tabIndex={0} aria-label={props.label}>
        <table className="data-table">
          <caption className="hidden">{props.label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.title} column={column} sort={props.sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              <Fragment key={keyOf(row)}>
                {startsGroup(rows, number, props.group) && (
                  <tr className="group-row">
                    <th scope="rowgroup" colSpan={columns.length}>
                      {props.group?.title(row)}
                    </th>
                  </tr>
                )}
                <tr>
                  {columns.map((column, place) => (
                    <BodyCell
                      key={column.title}
                      column={column}
                      labelled={props.stacks}
                      isHeading={place === 0}
                    >
                      {cells[place]?.(row)}
                    </BodyCell>
                  ))}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function startsGroup<Row>(
  rows: readonly Row[],
  number: number,
  group: DataTableProps<Row>['group'],
): boolean {
  const [before, row] = [rows[number - 1], rows[number]];
  if (group === undefined || row === undefined) return false;
  return before === undefined || group.of(before) !== group.of(row);
}

/** Says that columns are hidden. The style sheet shows it where the table does not fit. */
function More() {
  const t = useTranslations('table');
  return (
    <p className="more-columns" aria-hidden>
      {t('more')}
    </p>
  );
}

interface BodyCellProps<Row> {
  readonly column: Column<Row>;
  /** Repeats the title for where there is no line of titles: a number says little without it. */
  readonly labelled: boolean | undefined;
  /** The first cell names its row to screen readers. */
  readonly isHeading: boolean;
  readonly children: ReactNode;
}

function BodyCell<Row>({ column, labelled, isHeading, children }: BodyCellProps<Row>) {
  const className = classOf(column, column.width !== undefined && !column.oneLine);
  const label =
    labelled && (column.numeric || column.amount || column.named) ? column.title : undefined;
  const Cell = isHeading ? 'th' : 'td';
  return (
    <Cell className={className} data-label={label} {...(isHeading ? { scope: 'row' } : {})}>
      {children}
    </Cell>
  );
}

function cellsOf<Row>(
  { cell, amount, signed }: Column<Row>,
  rows: readonly Row[],
): (row: Row) => ReactNode {
  if (amount === undefined) return (row) => cell?.(row, '');
  const places = placesOf(rows.map(amount));
  const display = signed ? displayChange : displayQuetzales;
  return (row) => {
    const written = display(amount(row), places);
    return cell === undefined ? written : cell(row, written);
  };
}

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
}

function HeaderCell<Row>({ column, sort }: HeaderCellProps<Row>) {
  const { title, numeric, width, sort: name } = column;
  const direction = sort !== undefined && sort.column === name ? sort.direction : undefined;
  const first = numeric || column.amount ? 'desc' : 'asc';
  const next = direction === undefined ? first : direction === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={classOf(column, false)}
      {...(width === undefined ? {} : { style: { '--width': `${width}px` } })}
      {...(direction === undefined ? {} : { 'aria-sort': `${direction}ending` as const })}
    >
      {name === undefined ? (
        title
      ) : (
        <SortLink sort={writeSort({ column: name, direction: next })} now={direction ?? 'none'}>
          {title}
        </SortLink>
      )}
    </th>
  );
}

function classOf<Row>(column: Column<Row>, breaks: boolean): string {
  const { numeric, amount, nowrap, oneLine } = column;
  const classes = [
    (numeric || amount) && 'numeric',
    nowrap && 'nowrap',
    oneLine && 'one-line',
    breaks && 'name',
  ];
  return classes.filter(Boolean).join(' ');
}
