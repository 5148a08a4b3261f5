import { z } from 'zod';
import { addDays, dayOf, localMinute } from '@/lib/base/time/guatemala';
import { PERIODS, type PeriodOf } from '@/lib/base/time/periods';
import { DAY_MS } from '@/lib/base/time/time';
import {
  daySchema,
  integrationSchema,
  maybe,
  type Parameters,
  pathOf,
} from '@/lib/console/texts/form';
import { LOOKUPS } from '@/lib/contract/lookups';
import type { FieldDrift } from '@/lib/sources/shapes';
import type { Days } from '@/lib/statistics/chart-periods';
import { parseView, type QueryView, writeView } from './query-view';

/** Reads and writes the period and the filters of the statistics page in its URL. */

export const DEFAULT_PERIOD: PeriodOf<'statistics'> = '7d';
const PATH = '/console/statistics';
/** Length of a period that has only a last day. */
const DAYS_BACK = 30;

const viewSchema = z.object({
  period: z.enum(PERIODS.statistics).catch(DEFAULT_PERIOD),
  from: maybe(daySchema),
  to: maybe(daySchema),
  lookup: maybe(z.enum(LOOKUPS)),
  integration: integrationSchema,
});

export type StatisticsView = z.infer<typeof viewSchema>;

/** Reads a view from a URL; invalid values are ignored. */
export function parseStatisticsView(parameters: Parameters): StatisticsView {
  return viewSchema.parse(parameters);
}

/** Writes the URL of the page, without defaults. */
export function statisticsPath({ period, ...view }: StatisticsView): string {
  return pathOf(PATH, { ...view, period: period === DEFAULT_PERIOD ? undefined : period });
}

/** Returns the chosen days, or else the chosen period. */
export function askedPeriod(
  { period, from, to }: StatisticsView,
  now: Date,
): PeriodOf<'statistics'> | Days {
  if (from === undefined && to === undefined) return period;
  const last = to ?? dayOf(now);
  return { from: from ?? addDays(last, 1 - DAYS_BACK), to: last };
}

/** Writes the URL of the list of the counted queries; a period up to now has no end there. */
export function queriesPath(
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
  filter: Partial<QueryView>,
): string {
  const until = to > now ? undefined : localMinute(to);
  return `/console/queries?${writeView({ ...parseView({}), ...filter, from: localMinute(from), to: until })}`;
}

/** Days of a link to queries, which are searched without an index. */
const UNREAD_DAYS = 7;

/** Writes the URL of the queries since a field changed; only those in which it was unreadable. */
export function fieldPath({ lookup, name, state, since }: FieldDrift): string {
  const from = new Date(Math.max(since?.getTime() ?? 0, Date.now() - UNREAD_DAYS * DAY_MS));
  const view = { lookup, unread: state === 'unreadable' ? name : undefined };
  return `/console/queries?${writeView({ ...parseView({ from: localMinute(from) }), ...view })}`;
}
