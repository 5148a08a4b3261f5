import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import type { Span } from '@/lib/base/time/time';
import { conditionsOf, type RecordFilter, within } from './filter';

/** How a statement groups records: by bar of time and by kind. */
export interface Grouping<Kind> {
  readonly bin: (instant: SQLWrapper) => SQL;
  readonly kind: SQL<Kind>;
}

export async function recordedBars<Kind>(
  db: Database,
  filter: RecordFilter,
  span: Span,
  { bin, kind }: Grouping<Kind>,
) {
  const { createdAt } = queryRecords;
  return db
    .select({
      bar: bin(createdAt).mapWith(createdAt).as('bar'),
      kind,
      queries: sql<number>`count(*)::int`,
    })
    .from(queryRecords)
    .where(and(...conditionsOf(filter), ...within(span)))
    .groupBy(sql`1`, sql`2`);
}

export async function recordedKinds<Kind>(
  db: Database,
  lookups: readonly string[],
  span: Span,
  kind: SQL<Kind>,
) {
  return db
    .select({ kind, queries: sql<number>`count(*)::int` })
    .from(queryRecords)
    .where(and(inArray(queryRecords.lookup, [...lookups]), ...within(span)))
    .groupBy(sql`1`);
}
