import type { Database } from '@/db/client';
import { DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import { recordOf } from '@/lib/base/values/record';
import { isOfCounts, isSelective } from '@/lib/console/session/slow-list';
import type { RecordFilter } from '@/lib/recording/filter';
import { type Grouping, recordedBars } from '@/lib/recording/histogram';
import { type RefusalFilter, refusalBars } from '@/lib/recording/list-refusals';
import { barOf, barStarts, barWidthMs } from '@/lib/statistics/bars';
import { RESULTS, type Result, resultOfRow } from '@/lib/statistics/endings';
import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { type BarCount, bins, countedBars, firstCountedDay } from '@/lib/statistics/histogram';

export interface HistogramBar extends Span {
  readonly results: Readonly<Record<Result, number>>;
  /** Requests that were refused before they reached a source. */
  readonly refusals?: number;
}

/** Queries and refusals that a histogram counts. */
export interface HistogramFilter {
  readonly filter: RecordFilter;
  /** Absent when refusals cannot be filtered so; the bars then leave them out. */
  readonly refusals: RefusalFilter | undefined;
  readonly span: Span;
}

/** `too_long`: the filter needs the records themselves, and the period has too many. */
export type Histogram =
  | { readonly kind: 'bars'; readonly bars: readonly HistogramBar[]; readonly unitMs: number }
  | { readonly kind: 'too_long' };

/** Longest period for which records are counted one by one without an index. */
const RECORDS_READ_MS = DAY_MS + HOUR_MS;

/**
 * Counts the queries of a filter over time, by kind of outcome. Uses stored counts if they support
 * the filter, plus the records of hours or days that lie partly in the period; otherwise the
 * records alone. Counts refused requests separately.
 */
export async function readHistogram(
  db: Database,
  { filter, refusals, span: asked }: HistogramFilter,
  now = new Date(),
): Promise<Histogram> {
  const span = await bounded(db, filter, asked, now);
  const selective = isSelective(filter);
  const isCounted = !selective && isOfCounts(filter);
  const short = span.to.getTime() - span.from.getTime() <= RECORDS_READ_MS;
  if (!isCounted && !selective && !short) return { kind: 'too_long' };
  const grainMs = hoursAreKept(filter, span, now) ? HOUR_MS : DAY_MS;
  const unitMs = barWidthMs(span, isCounted && !short ? grainMs : 0);
  const [counts, refused] = await Promise.all([
    isCounted && unitMs >= grainMs
      ? countsAndRecords(db, filter, span, { unitMs, now })
      : recordedBars(db, filter, span, grouping(unitMs)),
    refusals && refusalBars(db, refusals, recentPart(span, now), bins(unitMs)),
  ]);
  return { kind: 'bars', bars: barsOf(span, unitMs, counts, refused), unitMs };
}

export async function readRefusals(db: Database, filter: RefusalFilter, asked: Span) {
  const now = new Date();
  const { from, to } = recentPart(asked, now);
  const span = { from, to: to > now ? now : to };
  const unitMs = barWidthMs(span);
  const counted = await refusalBars(db, filter, span, bins(unitMs));
  const bars = barsOf(span, unitMs, [], counted).map(({ refusals, ...bar }) => ({
    ...bar,
    results: { refused: refusals ?? 0 },
  }));
  return { bars, unitMs };
}

/** Longest period whose refusals are read. They are stored by the minute. */
export const REFUSALS_READ_MS = 31 * DAY_MS;

export function recentPart({ from, to }: Span, now = new Date()): Span {
  const earliest = new Date(Math.min(to.getTime(), now.getTime()) - REFUSALS_READ_MS);
  return { from: from > earliest ? from : earliest, to };
}

/** True while hourly counts exist. Those of single integrations are deleted after a while. */
function hoursAreKept({ integrationId }: RecordFilter, { from }: Span, now: Date): boolean {
  return integrationId === undefined || from.getTime() > now.getTime() - HOURS_KEPT_DAYS * DAY_MS;
}

/** Limits an open period: it starts with the oldest count and ends no later than now. */
async function bounded(db: Database, filter: RecordFilter, span: Span, now: Date): Promise<Span> {
  const to = span.to > now ? now : span.to;
  if (span.from.getTime() > 0) return { from: span.from, to };
  const first = await firstCountedDay(db, { integrationId: filter.integrationId });
  return { from: first ?? new Date(to.getTime() - DAY_MS), to };
}

/**
 * Reads whole hours or days from the counts, and the partial ones at both ends from the records.
 */
async function countsAndRecords(
  db: Database,
  filter: RecordFilter,
  { from, to }: Span,
  { unitMs, now }: { readonly unitMs: number; readonly now: Date },
): Promise<BarCount[]> {
  const grain = unitMs >= DAY_MS ? 'day' : 'hour';
  const wholeMs = grain === 'day' ? DAY_MS : HOUR_MS;
  const first = barOf(new Date(from.getTime() + wholeMs - 1), wholeMs);
  // Nothing is recorded after now, so the last hour or day counts as whole.
  const last = to >= now ? new Date(barOf(to, wholeMs).getTime() + wholeMs) : barOf(to, wholeMs);
  if (first >= last) return recordedBars(db, filter, { from, to }, grouping(unitMs));
  const cuts = [
    { from, to: first },
    { from: last, to },
  ].filter((cut) => cut.from < cut.to);
  const parts = await Promise.all([
    countedBars(db, filter, grain, { from: first, to: last }, unitMs),
    ...cuts.map((cut) => recordedBars(db, filter, cut, grouping(unitMs))),
  ]);
  return parts.flat();
}

function barsOf(
  span: Span,
  unitMs: number,
  counts: readonly BarCount[],
  refused: readonly { readonly bar: Date; readonly refusals: number }[] | undefined,
): HistogramBar[] {
  const sums = new Map<string, number>();
  for (const { bar, kind, queries } of counts) {
    const key = `${bar.getTime()} ${kind}`;
    sums.set(key, (sums.get(key) ?? 0) + queries);
  }
  const refusals = refused && new Map(refused.map((one) => [one.bar.getTime(), one.refusals]));
  return barStarts(span, unitMs).map((from) => {
    const sum = (kind: Result) => sums.get(`${from.getTime()} ${kind}`) ?? 0;
    return {
      from,
      to: new Date(from.getTime() + unitMs),
      results: recordOf(RESULTS, sum),
      ...(refusals && { refusals: refusals.get(from.getTime()) ?? 0 }),
    };
  });
}

function grouping(unitMs: number): Grouping<Result> {
  return { bin: bins(unitMs), kind: resultOfRow };
}
