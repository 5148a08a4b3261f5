import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import type { Span } from '@/lib/base/time/time';
import { conditionsOf, type RecordFilter, within } from './filter';
import type { IdentifierVault } from './identifiers';
import { withMasked } from './mask';

/**
 * The record after which a page begins. Its time is in microseconds, more precise than a `Date`.
 */
export interface RecordCursor {
  readonly micros: bigint;
  readonly id: string;
}

/** The time of a record in microseconds. */
export const micros = sql<string>`(extract(epoch FROM ${queryRecords.createdAt}) * 1000000)::bigint`;

const columns = {
  id: queryRecords.id,
  integrationId: queryRecords.integrationId,
  lookup: queryRecords.lookup,
  estado: queryRecords.estado,
  status: queryRecords.status,
  ending: queryRecords.ending,
  responsible: queryRecords.responsible,
  durationMs: queryRecords.durationMs,
  charged: queryRecords.charged,
  identifiers: queryRecords.identifiers,
  requestId: queryRecords.requestId,
  createdAt: queryRecords.createdAt,
  micros: micros.as('micros'),
};

/**
 * Finds the newest records in spans that do not overlap: at most `limit`, newest first, with masked
 * identifiers. Reads only the months of the spans, each in index order.
 */
export async function searchRecords(
  db: Database,
  vault: IdentifierVault,
  filter: RecordFilter,
  spans: readonly Span[],
  limit: number,
  before?: RecordCursor,
) {
  const [newest] = spans;
  const oldest = spans.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const condition = and(
    ...conditionsOf(filter),
    // Constants, so that the planner skips all other months.
    ...within({ from: oldest.from, to: newest.to }),
    before && behind(before),
  );
  const rows = await (spans.length === 1
    ? inOrder(db, condition, limit)
    : inSpans(db, condition, spans, limit));
  return rows.map((row) => withMasked(vault, row));
}

/** Reads the newest records of each span, then the newest of all. */
function inSpans(db: Database, condition: SQL | undefined, spans: readonly Span[], limit: number) {
  const { createdAt } = queryRecords;
  const inside = and(condition, sql`${createdAt} >= span.lo`, sql`${createdAt} < span.hi`);
  const inSpan = inOrder(db, inside, limit).as('found');
  return db
    .select(inSpan._.selectedFields)
    .from(spanRows(spans))
    .crossJoinLateral(inSpan)
    .orderBy(desc(inSpan.createdAt), desc(inSpan.id))
    .limit(limit);
}

function inOrder(db: Database, condition: SQL | undefined, limit: number) {
  return db
    .select(columns)
    .from(queryRecords)
    .where(condition)
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
}

export type RecordRow = Awaited<ReturnType<typeof searchRecords>>[number];

/** Finds the oldest record of a filter in a span that is newer than the cursor. */
export async function firstRecordAfter(
  db: Database,
  filter: RecordFilter,
  span: Span,
  { micros, id }: RecordCursor,
): Promise<string | undefined> {
  const at = instantOf(micros);
  const newer = sql`(${queryRecords.createdAt}, ${queryRecords.id})
    > (${at}::timestamptz, ${id}::uuid)`;
  const [found] = await db
    .select({ id: queryRecords.id })
    .from(queryRecords)
    .where(and(...conditionsOf(filter), ...within(span), newer))
    .orderBy(asc(queryRecords.createdAt), asc(queryRecords.id))
    .limit(1);
  return found?.id;
}

/** Tells whether a query with this request id was recorded. */
export async function isRequestKnown(db: Database, requestId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: queryRecords.id })
    .from(queryRecords)
    .where(and(...conditionsOf({ requestId })))
    .limit(1);
  return found !== undefined;
}

function behind({ micros, id }: RecordCursor): SQL | undefined {
  const at = instantOf(micros);
  return and(
    sql`${queryRecords.createdAt} <= ${at}::timestamptz`,
    sql`(${queryRecords.createdAt}, ${queryRecords.id}) < (${at}::timestamptz, ${id}::uuid)`,
  );
}

/** Writes microseconds since 1970 as an instant for PostgreSQL. */
export function instantOf(micros: bigint): string {
  const whole = new Date(Number(micros / 1000n)).toISOString().slice(0, -1);
  return `${whole}${String(micros % 1000n).padStart(3, '0')}Z`;
}

function spanRows(spans: readonly Span[]): SQL {
  const [lows, highs] = (['from', 'to'] as const).map(
    (end) => `{${spans.map((span) => span[end].toISOString()).join(',')}}`,
  );
  return sql`unnest(${lows}::timestamptz[], ${highs}::timestamptz[]) AS span(lo, hi)`;
}
