import { and, between, eq, getTableColumns } from 'drizzle-orm';
import { validate, version } from 'uuid';
import type { Database, Transaction } from '@/db/client';
import { credentials, integrations, queryRecords } from '@/db/schema/index';
import { DAY_MS } from '@/lib/time';
import type { IdentifierVault } from './identifiers';
import { withMasked } from './mask';
import { micros } from './search';

const columns = {
  ...getTableColumns(queryRecords),
  micros,
  nombre: integrations.nombre,
  tokenPrefix: credentials.prefix,
  tokenLastFour: credentials.lastFour,
};

/** Finds a record with masked identifiers and their digests under every key. */
export async function findQueryRecord(db: Database, vault: IdentifierVault, id: string) {
  const record = await findSealedRecord(db, id);
  if (record === undefined) return undefined;
  return { ...withMasked(vault, record), identifierKeys: vault.keysOfRecord(record).flat() };
}

export type QueryRecord = NonNullable<Awaited<ReturnType<typeof findQueryRecord>>>;

/**
 * Finds a record by its id, with the name of its integration and the visible parts of its token.
 * Looks in the month of the id first, then falls back to the other months.
 */
export async function findSealedRecord(db: Database | Transaction, id: string) {
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

/** Reads the time in an id of version 7, set by the clock of its process. */
function beganAt(id: string): Date | undefined {
  if (version(id) !== 7) return undefined;
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

function shifted(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
