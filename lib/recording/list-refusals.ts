import { and, desc, eq, gte, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { refusalCounts } from '@/db/schema/index';
import type { Lookup } from '@/lib/contract/lookups';
import type { Span } from '@/lib/time';

export interface RefusalFilter {
  /** Also matches callers that sent its name without valid credentials. */
  readonly integration?: { readonly id: number; readonly nombre: string } | undefined;
  readonly lookup?: Lookup | undefined;
  /** Address of callers without valid credentials. */
  readonly address?: string | undefined;
}

const refusals = sql<number>`sum(${refusalCounts.refusals})::int`;

/** Counts refusals by reason, lookup, caller and address, most frequent first. */
export async function refusalsByReason(
  db: Database,
  filter: RefusalFilter,
  span: Span,
  limit: number,
) {
  const { reason, lookup, integrationId, nombre, address, minute } = refusalCounts;
  return db
    .select({
      reason,
      lookup,
      integrationId,
      nombre,
      address,
      refusals,
      last: sql`max(${minute})`.mapWith(minute),
    })
    .from(refusalCounts)
    .where(and(...conditionsOf(filter, span)))
    .groupBy(reason, lookup, integrationId, nombre, address)
    .orderBy(desc(refusals), reason, lookup, nombre, address)
    .limit(limit);
}

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

function conditionsOf({ integration, lookup, address }: RefusalFilter, { from, to }: Span): SQL[] {
  const { minute } = refusalCounts;
  return [
    gte(minute, from),
    lt(minute, to),
    ...(lookup === undefined ? [] : [eq(refusalCounts.lookup, lookup)]),
    ...(address === undefined ? [] : [eq(refusalCounts.address, address)]),
    ...(integration === undefined ? [] : [sql`(${ofIntegration(integration)})`]),
  ];
}

function ofIntegration({ id, nombre }: NonNullable<RefusalFilter['integration']>) {
  const { integrationId } = refusalCounts;
  return or(eq(integrationId, id), and(eq(integrationId, 0), eq(refusalCounts.nombre, nombre)));
}
