import type { Database } from '@/db/client';
import { refundedQueries } from '@/lib/billing/refunded';
import type { RecordFilter } from '@/lib/recording/filter';
import { type RecordCursor, type RecordRow, searchRecords } from '@/lib/recording/search';
import { type OccupiedSpans, occupiedSpans } from '@/lib/statistics/occupied';
import { DAY_MS, type Span } from '@/lib/time';
import { consoleVault } from './vault';

/** A record as the list shows it. */
export interface ListedQuery extends RecordRow {
  readonly refunded: boolean;
}

export interface QueryPage {
  readonly rows: readonly ListedQuery[];
  /** Behind which the next page begins; `undefined` when this was the last. */
  readonly next: RecordCursor | undefined;
  /** The search ended here for want of time: what is older was not looked at yet. */
  readonly searchedTo: Date | undefined;
}

interface Search {
  readonly filter: RecordFilter;
  readonly span: Span;
  readonly before?: RecordCursor | undefined;
}

/** Rare records are looked for this long and no longer; whoever wants to goes on from there. */
const PATIENCE_MS = 60;
/** Asked for beyond a page, since some of what was counted lies before the cursor. */
const MARGIN = 10;

/**
 * A page of the records of this filter, newest first. What an index finds is read at once; for the
 * rest the counts say in which hours there is anything, and only those are read.
 */
export async function pageOfQueries(
  db: Database,
  { filter, span, before }: Search,
  pageSize: number,
  vault = consoleVault(),
): Promise<QueryPage> {
  const startedAt = performance.now();
  const wanted = pageSize + 1;
  const rows: RecordRow[] = [];
  let left = before === undefined ? span : { ...span, to: endOf(before, span) };
  for (let first = true; left.from < left.to; first = false) {
    const need = wanted - rows.length;
    const { spans, since } = isIndexed(filter)
      ? indexedSpans(left, first)
      : await occupiedSpans(db, filter, left, need + MARGIN);
    rows.push(...(await searchRecords(db, vault, filter, spans, need, before)));
    if (rows.length >= wanted) return pageOf(await listed(db, rows.slice(0, pageSize)));
    left = { ...left, to: since ?? left.from };
    if (performance.now() - startedAt > PATIENCE_MS) break;
  }
  const shown = await listed(db, rows);
  if (left.from >= left.to) return { rows: shown, next: undefined, searchedTo: undefined };
  return { rows: shown, next: cursorAt(left.to), searchedTo: left.to };
}

function pageOf(rows: readonly ListedQuery[]): QueryPage {
  const last = rows.at(-1);
  const next = last && { micros: BigInt(last.micros), id: last.id };
  return { rows, next, searchedTo: undefined };
}

async function listed(db: Database, rows: readonly RecordRow[]): Promise<ListedQuery[]> {
  const charged = rows.filter((row) => row.charged > 0n).map(({ id }) => id);
  const refunded = await refundedQueries(db, charged);
  return rows.map((row) => ({ ...row, refunded: refunded.has(row.id) }));
}

/** Just behind the cursor: the record of the cursor may share its millisecond with older ones. */
function endOf({ micros }: RecordCursor, { to }: Span): Date {
  return new Date(Math.min(to.getTime(), Number(micros / 1000n) + 1));
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

function cursorAt(instant: Date): RecordCursor {
  return { micros: BigInt(instant.getTime()) * 1000n, id: LEAST_ID };
}

/** An index gives these records in their order, or gives so few that their order costs nothing. */
function isIndexed(filter: RecordFilter): boolean {
  const { integrationId: _integration, identifierKeys, requestId, ...facets } = filter;
  if (identifierKeys !== undefined || requestId !== undefined) return true;
  return Object.values(facets).every((facet) => facet === undefined);
}

const MONTH_MS = 31 * DAY_MS;

/**
 * At first a month, which is enough for most searches and lies in two partitions at most: a connection
 * that meets one for the first time needs milliseconds to plan with it. Then all the rest.
 */
function indexedSpans({ from, to }: Span, first: boolean): OccupiedSpans {
  const recent = new Date(to.getTime() - MONTH_MS);
  return first && recent > from
    ? { spans: [{ from: recent, to }], since: recent }
    : { spans: [{ from, to }], since: undefined };
}
