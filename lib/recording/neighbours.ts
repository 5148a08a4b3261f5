import { and, arrayOverlaps, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { queryRecords, recordedEnding } from '@/db/schema/index';
import { around, DAY_MS, MINUTE_MS } from '@/lib/base/time/time';
import { within } from './filter';
import type { QueryRecord } from './find';

const columns = {
  id: queryRecords.id,
  lookup: queryRecords.lookup,
  status: queryRecords.status,
  ending: recordedEnding,
  durationMs: queryRecords.durationMs,
  charged: queryRecords.charged,
  createdAt: queryRecords.createdAt,
};

type Of<Key extends keyof QueryRecord> = Pick<QueryRecord, 'id' | 'createdAt' | Key>;

/** Finds records with any of the same identifiers, up to a month before and after, newest first. */
export async function sameIdentifier(
  db: Database,
  record: Of<'identifierKeys'>,
  limit: number,
): Promise<Neighbour[]> {
  const { id, identifierKeys, createdAt } = record;
  if (identifierKeys.length === 0) return [];
  return read(db, [
    arrayOverlaps(queryRecords.identifierKeys, identifierKeys),
    ne(queryRecords.id, id),
    ...within(around(createdAt, 31 * DAY_MS)),
  ])
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
}

/** Finds up to `each` records of the same integration before and after, newest first. */
export async function sameIntegration(
  db: Database,
  record: Of<'integrationId'>,
  each: number,
): Promise<Neighbour[]> {
  const { id, integrationId, createdAt } = record;
  const near = [
    eq(queryRecords.integrationId, integrationId),
    ne(queryRecords.id, id),
    ...within(around(createdAt, 5 * MINUTE_MS)),
  ];
  const [before, after] = await Promise.all([
    read(db, [...near, sql`${queryRecords.createdAt} < ${createdAt.toISOString()}::timestamptz`])
      .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
      .limit(each),
    read(db, [...near, sql`${queryRecords.createdAt} >= ${createdAt.toISOString()}::timestamptz`])
      .orderBy(asc(queryRecords.createdAt), asc(queryRecords.id))
      .limit(each),
  ]);
  return [...after.reverse(), ...before];
}

function read(db: Database, conditions: readonly SQL[]) {
  return db
    .select(columns)
    .from(queryRecords)
    .where(and(...conditions))
    .$dynamic();
}

export type Neighbour = Awaited<ReturnType<typeof read>>[number];
