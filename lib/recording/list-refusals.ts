import { and, eq, gte, inArray, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { ifGiven } from '@/db/if-given';
import { refusalCounts } from '@/db/schema/index';
import type { Span } from '@/lib/base/time/time';
import type { Sort } from '@/lib/base/values/sort';
import { type StatusFilter, statusRange } from '@/lib/base/values/status-filter';
import {
  FAILURES,
  type Failure,
  failureAnswers,
  failures,
  type Responsible,
} from '@/lib/contract/failures';
import { FAMILIES } from '@/lib/contract/families';
import { type Lookup, lookupsOf } from '@/lib/contract/lookups';
import { NOBODY } from './refusals';

export interface RefusalFilter {
  /** Names by id. Also matches callers that sent such a name without valid credentials. */
  readonly integrations?: ReadonlyMap<number, string> | undefined;
  readonly lookup?: Lookup | undefined;
  readonly lookups?: readonly Lookup[] | undefined;
  /** Address of callers without valid credentials. */
  readonly address?: string | undefined;
  readonly reason?: Failure | undefined;
  readonly responsible?: Responsible | undefined;
  readonly status?: StatusFilter | undefined;
}

export const REFUSAL_COLUMNS = ['refusals', 'last'] as const;

interface RefusalPage {
  readonly sort?: Sort<(typeof REFUSAL_COLUMNS)[number]>;
  readonly limit: number;
  readonly offset?: number;
  /** Whether to tell the addresses of callers without valid credentials apart. */
  readonly addresses?: boolean;
}

const refusals = sql<number>`sum(${refusalCounts.refusals})::int`;
const last = sql`max(${refusalCounts.minute})`;

/** Counts refusals by reason, lookup, caller and address. Each row has the number of all rows. */
export async function refusalsByReason(
  db: Database,
  filter: RefusalFilter,
  span: Span,
  {
    sort = { column: 'refusals', direction: 'desc' },
    limit,
    offset = 0,
    addresses = true,
  }: RefusalPage,
) {
  const { reason, lookup, integrationId, nombre, minute } = refusalCounts;
  const whole = refusalCounts.address;
  const address = addresses ? sql<string>`${whole}` : sql<string>`left(${whole}, 0)`;
  return db
    .select({
      reason,
      lookup,
      integrationId,
      nombre,
      address,
      refusals,
      last: last.mapWith(minute),
      rows: sql<number>`(count(*) OVER ())::int`,
    })
    .from(refusalCounts)
    .where(and(...conditionsOf(filter, span)))
    .groupBy(reason, lookup, integrationId, nombre, address)
    .orderBy(
      sql`${{ refusals, last }[sort.column]} ${sql.raw(sort.direction)}`,
      reason,
      lookup,
      nombre,
      address,
    )
    .limit(limit)
    .offset(offset);
}

/** Counts refusals by reason alone, the most frequent first. */
export async function refusalReasons(db: Database, filter: RefusalFilter, span: Span) {
  const { reason, lookup, minute } = refusalCounts;
  return db
    .select({
      reason,
      lookups: sql<Lookup[]>`jsonb_agg(DISTINCT ${lookup})`,
      refusals,
      first: sql`min(${minute})`.mapWith(minute),
      last: last.mapWith(minute),
    })
    .from(refusalCounts)
    .where(and(...conditionsOf(filter, span)))
    .groupBy(reason)
    .orderBy(sql`${refusals} DESC`, reason);
}

export type RefusalReason = Awaited<ReturnType<typeof refusalReasons>>[number];

export type RefusalRow = Awaited<ReturnType<typeof refusalsByReason>>[number];

/** Counts refusals by bar; `bins` maps an instant to its bar. */
export async function refusalBars(
  db: Database,
  filter: RefusalFilter,
  span: Span,
  bins: (instant: SQLWrapper) => SQL,
): Promise<{ readonly bar: Date; readonly refusals: number }[]> {
  const { minute } = refusalCounts;
  return db
    .select({ bar: bins(minute).mapWith(minute).as('bar'), refusals })
    .from(refusalCounts)
    .where(and(...conditionsOf(filter, span)))
    .groupBy(sql`1`);
}

export async function refusalTotal(
  db: Database,
  filter: RefusalFilter,
  span: Span,
): Promise<number> {
  const [row] = await db
    .select({ refusals: sql<number>`coalesce(${refusals}, 0)` })
    .from(refusalCounts)
    .where(and(...conditionsOf(filter, span)));
  return row?.refusals ?? 0;
}

function conditionsOf(filter: RefusalFilter, { from, to }: Span): (SQL | undefined)[] {
  const { integrations, lookup, lookups, address, reason, responsible, status } = filter;
  const { minute } = refusalCounts;
  return [
    gte(minute, from),
    lt(minute, to),
    ifGiven(lookup, (one) => eq(refusalCounts.lookup, one)),
    ifGiven(lookups, (some) => inArray(refusalCounts.lookup, [...some])),
    ifGiven(address, (one) => eq(refusalCounts.address, one)),
    ifGiven(reason, (one) => eq(refusalCounts.reason, one)),
    ifGiven(responsible, (party) => inArray(refusalCounts.reason, faultsOf(party))),
    ifGiven(status, (one) => sql`(${answeredWith(one)})`),
    ifGiven(integrations, (names) => sql`(${ofIntegrations(names)})`),
  ];
}

function faultsOf(responsible: Responsible): Failure[] {
  return FAILURES.filter((reason) => failures[reason].responsible === responsible);
}

/** Matches by lookup and reason, because the status follows from them. None is 200. */
function answeredWith(status: StatusFilter) {
  if (status === 'not-200') return sql`true`;
  const [least, most] = statusRange(status) ?? [0, 0];
  return or(
    ...FAMILIES.map((family) => {
      const reasons = FAILURES.filter((reason) => {
        const answer = failureAnswers[family][reason].status;
        return answer >= least && answer <= most;
      });
      const ofFamily = inArray(refusalCounts.lookup, lookupsOf(family));
      return and(ofFamily, inArray(refusalCounts.reason, reasons));
    }),
  );
}

function ofIntegrations(names: ReadonlyMap<number, string>) {
  if (names.size === 0) return sql`false`;
  const { integrationId, nombre } = refusalCounts;
  return or(
    inArray(integrationId, [...names.keys()]),
    and(eq(integrationId, NOBODY), inArray(nombre, [...names.values()])),
  );
}
