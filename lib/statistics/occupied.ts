import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { countedQueries } from '@/db/schema/index';
import { after, clipped, DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { type Facets, facetConditions } from './facets';

interface CountedSpan extends Span {
  readonly queries: number;
}

/** Spans that may contain matches, newest first. */
export interface OccupiedSpans {
  readonly spans: readonly Span[];
  /** The spans cover everything after this time; undefined if nothing older was counted. */
  readonly since: Date | undefined;
}

/** Numbers of newest days to try first; they answer most filters. */
const STEPS_DAYS = [8, 62];
/** Queries a day below which hours are read instead of days. */
const SPARSE_A_DAY = 24;

/**
 * Finds the newest spans whose counts add up to `need` queries: days, or hours where days have few.
 * A span may hold fewer records, because the counts do not support every filter. `byHour` also
 * reads full days by their hours.
 */
export async function occupiedSpans(
  db: Database,
  facets: Facets,
  span: Span,
  need: number,
  byHour = false,
): Promise<OccupiedSpans> {
  const days = await daysHolding(db, facets, span, need);
  const sparse = countIn(days) < days.length * SPARSE_A_DAY;
  const hours = sparse || byHour ? await hoursOf(db, facets, days) : days;
  const inside = hours.filter(({ from }) => from < span.to);
  const spans = byHour ? firstHolding(inside, need) : inside;
  const last = spans.length < inside.length ? spans.at(-1) : days.at(-1);
  const since = countIn(days) < need ? undefined : last?.from;
  const parts = spans.map((one) => clipped(one, span)).filter(({ from, to }) => from < to);
  return { spans: joined(parts), since };
}

async function daysHolding(db: Database, facets: Facets, span: Span, need: number) {
  for (const days of STEPS_DAYS) {
    const from = after(span.to, -days * DAY_MS);
    if (from <= span.from) break;
    const newest = firstHolding(await countedDays(db, facets, { from, to: span.to }), need);
    if (countIn(newest) >= need) return newest;
  }
  return firstHolding(await countedDays(db, facets, span), need);
}

const queries = sql<number>`sum(${countedQueries.queries})::int`;

async function countedDays(db: Database, facets: Facets, span: Span): Promise<CountedSpan[]> {
  const rows = await db
    .select({ from: countedQueries.start, queries })
    .from(countedQueries)
    .where(
      and(
        eq(countedQueries.grain, 'day'),
        gte(countedQueries.start, sql`guatemala_day(${span.from.toISOString()}::timestamptz)`),
        lt(countedQueries.start, span.to),
        ...facetConditions(facets),
      ),
    )
    .groupBy(countedQueries.start)
    .orderBy(desc(countedQueries.start));
  return rows.map((row) => ({ ...row, to: after(row.from, DAY_MS) }));
}

/** Replaces days by their hours; a day whose hours were deleted stays whole. */
async function hoursOf(db: Database, facets: Facets, days: readonly CountedSpan[]) {
  const starts = `{${days.map(({ from }) => from.toISOString()).join(',')}}`;
  // Lateral, so that each day reads a short range of the index.
  const ofDay = db
    .select({ from: countedQueries.start, queries: queries.as('queries') })
    .from(countedQueries)
    .where(
      and(
        eq(countedQueries.grain, 'hour'),
        gte(countedQueries.start, sql`day.start`),
        lt(countedQueries.start, sql`day.start + interval '1 day'`),
        ...facetConditions(facets),
      ),
    )
    .groupBy(countedQueries.start)
    .as('of_day');
  const rows = await db
    .select({ from: ofDay.from, queries: ofDay.queries })
    .from(sql`unnest(${starts}::timestamptz[]) AS day(start)`)
    .crossJoinLateral(ofDay)
    .orderBy(desc(ofDay.from));
  const hours = rows.map((row) => ({ ...row, to: after(row.from, HOUR_MS) }));
  return days.flatMap((day) => {
    const own = hours.filter(({ from }) => from >= day.from && from < day.to);
    return countIn(own) < day.queries ? [day] : own;
  });
}

function firstHolding(spans: readonly CountedSpan[], need: number): CountedSpan[] {
  let sum = 0;
  const last = spans.findIndex(({ queries }) => {
    sum += queries;
    return sum >= need;
  });
  return last < 0 ? [...spans] : spans.slice(0, last + 1);
}

function countIn(spans: readonly CountedSpan[]): number {
  return spans.reduce((sum, { queries }) => sum + queries, 0);
}

/** Joins adjacent spans, newest first. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const newer = result.at(-1);
    if (newer !== undefined && newer.from.getTime() === span.to.getTime()) {
      result[result.length - 1] = { from: span.from, to: newer.to };
    } else result.push(span);
  }
  return result;
}
