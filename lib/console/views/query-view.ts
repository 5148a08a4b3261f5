import { z } from 'zod';
import { ACCOUNT_NAMES, type Chosen, lookupsAt } from '@/lib/base/env/source-settings';
import { parseInstant } from '@/lib/base/time/guatemala';
import { boundsOf, PERIODS, type PeriodOf } from '@/lib/base/time/periods';
import { MINUTE_MS, type Span } from '@/lib/base/time/time';
import { STATUS_CLASSES } from '@/lib/base/values/status-filter';
import {
  integrationSchema,
  maybe,
  minuteSchema,
  type Parameters,
  pathOf,
} from '@/lib/console/texts/form';
import { ENDING_WORDS } from '@/lib/contract/ending';
import { PARTIES } from '@/lib/contract/failures';
import { LOOKUPS } from '@/lib/contract/lookups';
import { REQUEST_ID_PATTERN } from '@/lib/contract/openapi/headers';
import type { RecordFilter } from '@/lib/recording/filter';
import type { RecordCursor } from '@/lib/recording/search';

/** Reads and writes the filters and the period of the list of queries in its URL. */

/** Tolerance for a database clock that is ahead of ours. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Values of the filter by charge; `repeated` are charges for an identifier paid minutes before. */
export const CHARGED = ['yes', 'no', 'repeated'] as const;

const STATUS = /^[1-5]\d\d$/;
const MILLISECONDS = /^\d{1,6}$/;

export const viewSchema = z.object({
  integration: integrationSchema,
  lookup: maybe(z.enum(LOOKUPS)),
  /** Lookups of one source. */
  source: maybe(z.enum(ACCOUNT_NAMES)),
  status: maybe(z.enum(STATUS_CLASSES).or(z.string().regex(STATUS).transform(Number))),
  outcome: maybe(z.enum(ENDING_WORDS)),
  responsible: maybe(z.enum(PARTIES)),
  charged: maybe(z.enum(CHARGED)),
  slower: maybe(z.string().regex(MILLISECONDS).transform(Number)),
  /** An identifier as `writeIdentifier` writes it for one session. */
  id: maybe(z.string().regex(/^[\w-]{1,1000}$/)),
  request: maybe(z.string().trim().regex(new RegExp(REQUEST_ID_PATTERN))),
  /** Field of a source that could not be read. */
  unread: maybe(
    z
      .string()
      .trim()
      .regex(/^[\w.-]{1,100}$/),
  ),
  /** Address by which refusals are filtered. Queries are not filtered by it. */
  address: maybe(z.string().trim().min(1).max(64)),
  period: maybe(z.enum(PERIODS.queries)),
  from: maybe(minuteSchema),
  to: maybe(minuteSchema),
});

export type QueryView = z.infer<typeof viewSchema>;

/** Reads a view from a URL; invalid values are ignored. */
export function parseView(parameters: Parameters): QueryView {
  return viewSchema.parse(parameters);
}

export function writeView(view: QueryView): string {
  return pathOf('', view).slice(1);
}

/** A list may be live when its period has no end. */
export function mayBeLive(view: QueryView): boolean {
  const period = periodOf(view);
  return view.to === undefined && period !== 'yesterday' && period !== 'last-month';
}

export function isLive({ live }: Parameters, view: QueryView): boolean {
  return live === '1' && mayBeLive(view);
}

/**
 * Writes a view for saving: without the identifier, and with a preset unless the period is exact.
 */
export function writeSavedView({ id: _id, ...view }: QueryView): string {
  const period = periodOf(view);
  return writeView({ ...view, period: period === 'exact' ? undefined : period });
}

/** Returns the filter of a view without its integration. `readIdentifier` reads the keys. */
export function filterOf(
  view: QueryView,
  identifierKeys: readonly bigint[] | undefined,
  adapters: Chosen,
): RecordFilter {
  return {
    lookup: view.lookup,
    lookups: view.source && lookupsAt(view.source, adapters),
    status: view.status,
    ending: view.outcome,
    responsible: view.responsible,
    charged: view.charged === undefined ? undefined : view.charged !== 'no',
    repeated: view.charged === 'repeated',
    minDurationMs: view.slower,
    identifierKeys,
    requestId: view.request,
    unreadField: view.unread,
  };
}

/** The fields of a view from which its period follows. */
type Timed = Pick<QueryView, 'period' | 'from' | 'to'> & Partial<Pick<QueryView, 'id' | 'request'>>;

/** A search by identifier or request id covers all time, because its time is not known. */
export function periodOf({ period, id, request, from, to }: Timed): PeriodOf<'queries'> | 'exact' {
  if (from !== undefined || to !== undefined) return 'exact';
  return period ?? (id !== undefined || request !== undefined ? 'all' : '24h');
}

export function spanOf(view: Timed, now: Date): Span {
  const period = periodOf(view);
  const { from, to } =
    period === 'exact'
      ? { from: parseInstant(view.from ?? ''), to: parseInstant(view.to ?? '') }
      : boundsOf(period, now);
  return { from: from ?? new Date(0), to: to ?? new Date(now.getTime() + AHEAD_MS) };
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
