import { z } from 'zod';
import { LOOKUPS } from '@/lib/contract/lookups';
import { REQUEST_ID_PATTERN } from '@/lib/contract/openapi/headers';
import { parseInstant } from '@/lib/guatemala';
import { NAME_PATTERN } from '@/lib/integrations/name';
import type { RecordFilter } from '@/lib/recording/filter';
import { RECORDED_OUTCOMES } from '@/lib/recording/outcome';
import type { RecordCursor } from '@/lib/recording/search';
import { barOf } from '@/lib/statistics/bars';
import { STATUS_CLASSES } from '@/lib/status-filter';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '@/lib/time';
import { addressOf, maybe, type Parameters } from './form';

/** Reads and writes the filters and the period of the list of queries in its URL. */

export const PERIODS = ['1h', '24h', '7d', '30d', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** Tolerance for a database clock that is ahead of ours. */
const AHEAD_MS = 5 * MINUTE_MS;

const STATUS = /^[1-5]\d\d$/;
const MILLISECONDS = /^\d{1,6}$/;
const local = z
  .string()
  .max(19)
  .refine((text) => parseInstant(text) !== undefined);

export const viewSchema = z.object({
  integration: maybe(z.string().trim().toLowerCase().regex(NAME_PATTERN)),
  lookup: maybe(z.enum(LOOKUPS)),
  status: maybe(z.enum(STATUS_CLASSES).or(z.string().regex(STATUS).transform(Number))),
  outcome: maybe(z.enum(RECORDED_OUTCOMES)),
  charged: maybe(z.enum(['yes', 'no'])),
  slower: maybe(z.string().regex(MILLISECONDS).transform(Number)),
  /** An identifier as `writeIdentifier` writes it for one session. */
  id: maybe(z.string().regex(/^[\w-]{1,1000}$/)),
  request: maybe(z.string().trim().regex(new RegExp(REQUEST_ID_PATTERN))),
  /** Address of refusals by the limit per address; queries are not filtered by it. */
  address: maybe(z.string().trim().min(1).max(64)),
  period: maybe(z.enum(PERIODS)),
  from: maybe(local),
  to: maybe(local),
});

export type QueryView = z.infer<typeof viewSchema>;

/** Reads a view from a URL; invalid values are ignored. */
export function parseView(parameters: Parameters): QueryView {
  return viewSchema.parse(parameters);
}

/** Writes a view as a query string. */
export function writeView(view: QueryView): string {
  return addressOf('', view).slice(1);
}

/** Writes the URL of a list, with its live mode. */
export function writeAddress(base: string, view: QueryView, live: boolean): string {
  const query = [writeView(view), live ? 'live=1' : ''].filter((part) => part !== '');
  return `${base}?${query.join('&')}`;
}

/** A list is live when its URL says so and its period has no end. */
export function isLive({ live }: Parameters, { to }: QueryView): boolean {
  return live === '1' && to === undefined;
}

/**
 * Writes a view for saving: without the identifier, and with a preset unless the period is exact.
 */
export function writeSavedView({ id: _id, ...view }: QueryView): string {
  const period = periodOf(view);
  return writeView({ ...view, period: period === 'exact' ? undefined : period });
}

/**
 * Returns the filter of a view, except the integration, whose id is in the database.
 * `identifierKeys` are the digests of the identifier in the view, read by `readIdentifier`.
 */
export function filterOf(
  view: QueryView,
  identifierKeys: readonly bigint[] | undefined,
): RecordFilter {
  return {
    lookup: view.lookup,
    status: view.status,
    outcome: view.outcome,
    charged: view.charged === undefined ? undefined : view.charged === 'yes',
    minDurationMs: view.slower,
    identifierKeys,
    requestId: view.request,
  };
}

/** The fields of a view from which its period follows. */
type Timed = Pick<QueryView, 'period' | 'from' | 'to'> & Partial<Pick<QueryView, 'id' | 'request'>>;

/** A search by identifier or request id covers all time, because its time is not known. */
export function periodOf({ period, id, request, from, to }: Timed): Period | 'exact' {
  if (from !== undefined || to !== undefined) return 'exact';
  return period ?? (id !== undefined || request !== undefined ? 'all' : '24h');
}

/** Presets start at a whole minute, hour or day of Guatemala, so that the counts cover them. */
const PRESETS = {
  '1h': { lengthMs: HOUR_MS, unitMs: MINUTE_MS },
  '24h': { lengthMs: DAY_MS, unitMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, unitMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, unitMs: DAY_MS },
};

export function spanOf(view: Timed, now: Date): Span {
  const to = new Date(now.getTime() + AHEAD_MS);
  const period = periodOf(view);
  if (period !== 'all' && period !== 'exact') {
    const { lengthMs, unitMs } = PRESETS[period];
    return { from: barOf(new Date(now.getTime() - lengthMs), unitMs), to };
  }
  // `all` has neither end.
  return {
    from: parseInstant(view.from ?? '') ?? new Date(0),
    to: parseInstant(view.to ?? '') ?? to,
  };
}

const CURSOR_PATTERN = /^(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads where a page of the list begins; undefined for the first page. */
export function parseCursor(text: string | string[] | undefined): RecordCursor | undefined {
  const [, micros, id] = CURSOR_PATTERN.exec(String(text)) ?? [];
  return micros === undefined || id === undefined ? undefined : { micros: BigInt(micros), id };
}

export function writeCursor({ micros, id }: RecordCursor): string {
  return `${micros}_${id}`;
}
