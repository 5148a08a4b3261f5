import type { Database } from '@/db/client';
import { DAY_MS, SECOND_MS, type Span } from '@/lib/base/time/time';
import { refundedQueries } from '@/lib/billing/refunded';
import { isOfCounts, isSelective } from '@/lib/console/session/slow-list';
import type { RecordFilter } from '@/lib/recording/filter';
import {
  firstRecordAfter,
  type RecordCursor,
  type RecordRow,
  searchRecords,
} from '@/lib/recording/search';
import { type OccupiedSpans, occupiedSpans } from '@/lib/statistics/occupied';
import { consoleVault } from './vault';

export interface ListedQuery extends RecordRow {
  readonly refunded: boolean;
}

export interface QueryPage {
  readonly rows: readonly ListedQuery[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: RecordCursor | undefined;
  /** Time up to which records were searched before the time limit; undefined if all were. */
  readonly searchedTo: Date | undefined;
}

interface Search {
  readonly filter: RecordFilter;
  readonly span: Span;
  readonly before?: RecordCursor | undefined;
}

/** Time limit of a search for rare records; the user can continue it. */
const PATIENCE_MS = 60;
/** The same for a filter that the counts do not support, read in steps of so many records. */
const SLOW_PATIENCE_MS = SECOND_MS;
const SLOW_STEP = 5_000;
/** Records read beyond a page, because some counted ones lie before the cursor. */
const MARGIN = 10;

/**
 * Reads a page of the records of a filter, newest first. Filters with an index are read directly.
 * For others the counts show which hours have matches, and only those are read.
 */
export async function pageOfQueries(
  db: Database,
  { filter, span, before }: Search,
  pageSize: number,
  vault = consoleVault(),
): Promise<QueryPage> {
  const startedAt = performance.now();
  const wanted = pageSize + 1;
  const slow = !isOfCounts(filter);
  const rows: RecordRow[] = [];
  let remaining = before === undefined ? span : { ...span, to: endOf(before, span) };
  for (let first = true; remaining.from < remaining.to; first = false) {
    const need = wanted - rows.length;
    const { spans, since } = isIndexed(filter)
      ? indexedSpans(remaining, first)
      : await occupiedSpans(db, filter, remaining, slow ? SLOW_STEP : need + MARGIN, slow);
    rows.push(...(await searchRecords(db, vault, filter, spans, need, before)));
    if (rows.length >= wanted) return pageOf(await listed(db, rows.slice(0, pageSize)));
    remaining = { ...remaining, to: since ?? remaining.from };
    if (performance.now() - startedAt > (slow ? SLOW_PATIENCE_MS : PATIENCE_MS)) break;
  }
  const searchedTo = remaining.from < remaining.to ? remaining.to : undefined;
  return { rows: await listed(db, rows), next: searchedTo && cursorAt(searchedTo), searchedTo };
}

/** Spans searched for a newer query. Each has a match unless the counts are too coarse. */
const SPANS_SEARCHED = 3;

/** Finds the query above a cursor in the list of a filter. */
export async function newerQuery(
  db: Database,
  filter: RecordFilter,
  { from, to }: Span,
  cursor: RecordCursor,
): Promise<string | undefined> {
  const at = new Date(Number(cursor.micros / 1000n));
  const rest = { from: at < from ? from : at, to };
  const all = Number.MAX_SAFE_INTEGER;
  const spans = isIndexed(filter) ? [rest] : (await occupiedSpans(db, filter, rest, all)).spans;
  for (const span of spans.toReversed().slice(0, SPANS_SEARCHED)) {
    const found = await firstRecordAfter(db, filter, span, cursor);
    if (found !== undefined) return found;
  }
  return undefined;
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

/** Returns the millisecond after the cursor's, because older records may share it. */
function endOf({ micros }: RecordCursor, { to }: Span): Date {
  return new Date(Math.min(to.getTime(), Number(micros / 1000n) + 1));
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

function cursorAt(instant: Date): RecordCursor {
  return { micros: BigInt(instant.getTime()) * 1000n, id: LEAST_ID };
}

/**
 * True when an index returns the records in order, or so few that sorting is cheap. Only that of
 * repeated charges orders the records of several integrations.
 */
function isIndexed(filter: RecordFilter): boolean {
  const { integrationId, repeated, charged, ...facets } = filter;
  if (isSelective(filter)) return true;
  if (!repeated && (charged !== undefined || typeof integrationId === 'object')) return false;
  return Object.values(facets).every((facet) => facet === undefined);
}

const MONTH_MS = 31 * DAY_MS;

/**
 * Searches a month first, then the rest. A month is enough for most searches and lies in at most
 * two partitions. The first plan over a partition costs a connection milliseconds.
 */
function indexedSpans({ from, to }: Span, first: boolean): OccupiedSpans {
  const recent = new Date(to.getTime() - MONTH_MS);
  return first && recent > from
    ? { spans: [{ from: recent, to }], since: recent }
    : { spans: [{ from, to }], since: undefined };
}
