import { and, between, eq, getTableColumns } from 'drizzle-orm';
import { validate, version } from 'uuid';
import type { Database, Transaction } from '@/db/client';
import { credentials, integrations, queryRecords } from '@/db/schema/index';
import { DAY_MS } from '@/lib/time';

const columns = {
  ...getTableColumns(queryRecords),
  nombre: integrations.nombre,
  tokenPrefix: credentials.prefix,
  tokenLastFour: credentials.lastFour,
};

/**
 * One record by its id, with the name of its integration and the ends of its token; `undefined` when
 * there is none. The id tells when the query began, and so in which month to look; the other months
 * are asked when that one has it not.
 */
export async function findQueryRecord(
  db: Database | Transaction,
  id: string,
): Promise<QueryRecord | undefined> {
  if (!validate(id)) return undefined;
  const begun = beganAt(id);
  const [found] = begun === undefined ? [] : await read(db, id, begun);
  if (found !== undefined) return found;
  const [elsewhere] = await read(db, id);
  return elsewhere;
}

function read(db: Database | Transaction, id: string, around?: Date) {
  const near =
    around === undefined
      ? undefined
      : between(queryRecords.createdAt, shifted(around, -DAY_MS), shifted(around, DAY_MS));
  return db
    .select(columns)
    .from(queryRecords)
    .innerJoin(integrations, eq(integrations.id, queryRecords.integrationId))
    .leftJoin(credentials, eq(credentials.id, queryRecords.credentialId))
    .where(and(eq(queryRecords.id, id), near))
    .limit(1);
}

export type QueryRecord = Awaited<ReturnType<typeof read>>[number];

/** The moment in an id of version 7, by the clock of the process that made it. */
function beganAt(id: string): Date | undefined {
  if (version(id) !== 7) return undefined;
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

function shifted(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
