import { and, eq, getTableColumns } from 'drizzle-orm';
import { validate, version } from 'uuid';
import type { Database, Transaction } from '@/db/client';
import { credentials, integrations, queryRecords } from '@/db/schema/index';
import { around, DAY_MS, type Span } from '@/lib/base/time/time';
import { within } from './filter';
import type { IdentifierVault } from './identifiers';
import { withMasked } from './mask';
import { micros } from './search';

const columns = {
  ...getTableColumns(queryRecords),
  micros,
  nombre: integrations.nombre,
  /** Whether answers come with a proof today; the record does not say whether this one did. */
  proofsEnabled: integrations.proofs_enabled,
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
  const time = beganAt(id);
  const [found] = time === undefined ? [] : await read(db, id, around(time, DAY_MS));
  if (found !== undefined) return found;
  const [elsewhere] = await read(db, id);
  return elsewhere;
}

function read(db: Database | Transaction, id: string, time?: Span) {
  return db
    .select(columns)
    .from(queryRecords)
    .innerJoin(integrations, eq(integrations.id, queryRecords.integrationId))
    .leftJoin(credentials, eq(credentials.id, queryRecords.credentialId))
    .where(and(eq(queryRecords.id, id), ...(time ? within(time) : [])))
    .limit(1);
}

/** Reads the time in an id of version 7, set by the clock of its process. */
function beganAt(id: string): Date | undefined {
  if (version(id) !== 7) return undefined;
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
