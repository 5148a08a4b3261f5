import { and, arrayOverlaps, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { integrations, queryRecords } from '@/db/schema/index';
import { around, DAY_MS, MINUTE_MS } from '@/lib/base/time/time';
import { within } from './filter';
import type { QueryRecord } from './find';

const columns = {
  id: queryRecords.id,
  nombre: integrations.nombre,
  lookup: queryRecords.lookup,
  status: queryRecords.status,
  ending: queryRecords.ending,
  responsible: queryRecords.responsible,
  durationMs: queryRecords.durationMs,
  charged: queryRecords.charged,
  createdAt: queryRecords.createdAt,
};

type Of<Key extends keyof QueryRecord> = Pick<QueryRecord, 'id' | 'createdAt' | Key>;

/**
 * Finds records with any of the same identifiers, up to a month before and after, newest first:
 * those of the same integration, and those of others, whose charges concern somebody else.
 */
export async function sameIdentifier(
  db: Database,
  record: Of<'identifierKeys' | 'integrationId'>,
  limit: number,
): Promise<Readonly<Record<'own' | 'others', Neighbour[]>>> {
  const { id, integrationId, identifierKeys, createdAt } = record;
  if (identifierKeys.length === 0) return { own: [], others: [] };
  const newest = (integration: SQL) =>
    read(db, [
      arrayOverlaps(queryRecords.identifierKeys, identifierKeys),
      ne(queryRecords.id, id),
      integration,
      ...within(around(createdAt, 31 * DAY_MS)),
    ])
      .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
      .limit(limit);
  const [own, others] = await Promise.all([
    newest(eq(queryRecords.integrationId, integrationId)),
    newest(ne(queryRecords.integrationId, integrationId)),
  ]);
  return { own, others };
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
    .innerJoin(integrations, eq(integrations.id, queryRecords.integrationId))
    .where(and(...conditions))
    .$dynamic();
}

export type Neighbour = Awaited<ReturnType<typeof read>>[number];
