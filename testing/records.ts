import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Sql } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import { HOUR_MS } from '@/lib/base/time/time';
import { isAnswer, readEnding, responsibleFor } from '@/lib/contract/ending';
import { isLookup, lookupFacts } from '@/lib/contract/lookups';

/** The newest records of an integration first, as they are stored. */
export function newestRecords(db: Database, integrationId: number, limit: number) {
  return db
    .select()
    .from(queryRecords)
    .where(eq(queryRecords.integrationId, integrationId))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
}

/** A record as a settlement would have left it at that moment. */
export interface PlantedRecord {
  readonly id: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly lookup: string;
  readonly status: number | null;
  readonly ending: string;
  readonly durationMs: number | null;
  readonly charged: bigint;
  readonly identifiers: Buffer;
  readonly identifierKeys: readonly bigint[];
  readonly requestId: string;
  readonly createdAt: Date;
}

/** Makes a record of a catalog query that was found and charged; each call makes another one. */
export function recordOf(changes: Partial<PlantedRecord> = {}): PlantedRecord {
  const createdAt = changes.createdAt ?? new Date();
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    integrationId: 1,
    credentialId: 1,
    lookup: 'cui-nit',
    status: 200,
    ending: 'found',
    durationMs: 120,
    charged: 5_000n,
    identifiers: Buffer.from('sealed'),
    identifierKeys: [],
    requestId: 'request-1',
    createdAt,
    ...changes,
  };
}

/** Writes records with their counts, and makes the partitions of their months. */
export async function plantRecords(sql: Sql, records: readonly PlantedRecord[]): Promise<void> {
  const months = new Set(records.map(({ createdAt }) => createdAt.toISOString().slice(0, 7)));
  for (const month of months) await makePartition(sql, month);
  for (const record of records) {
    await sql`
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
        responsible, duration_ms, source_ms, charged, identifiers, identifier_keys, request_id, created_at, settled_at)
      VALUES (${record.id}, ${record.integrationId}, ${record.credentialId}, ${record.lookup}, ${estadoOf(record)},
        ${record.status}, ${record.ending}, ${partyOf(record)}, ${record.durationMs}, ${record.durationMs},
        ${record.charged.toString()}::bigint, ${record.identifiers},
        ${`{${record.identifierKeys.join(',')}}`}::text::bigint[], ${record.requestId},
        ${record.createdAt.toISOString()}::timestamptz,
        ${record.createdAt.toISOString()}::timestamptz)`;
  }
  const ids = `{${records.map(({ id }) => id).join(',')}}`;
  await sql.unsafe(countsOf('id = ANY ($1::text::uuid[])'), [ids]);
}

/**
 * The statement that counts the records of a condition as their settlements would have: in the order
 * of time, so that counts of a day are side by side on the disk.
 */
export function countsOf(condition: string): string {
  return `
    INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending, responsible,
      status, latency, queries, charged, last_at)
    SELECT date_trunc('hour', created_at, 'UTC'), integration_id, credential_id, lookup, ending,
      responsible, coalesce(status, 0), latency_bucket(duration_ms), count(*), sum(charged),
      max(created_at)
    FROM query_records WHERE ${condition} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ORDER BY 1`;
}

/** The party that the gateway would record. Nothing of an answer was unreadable. */
function partyOf({ lookup, status, ending }: PlantedRecord): string {
  const word = readEnding(ending);
  const family = isLookup(lookup) ? lookupFacts[lookup].family : 'catalogos';
  const decided = isAnswer(word) ? { word, status: status ?? 200, unreadable: [] } : { word };
  return responsibleFor(decided, family);
}

function estadoOf({ status, ending }: PlantedRecord): string {
  if (status !== null) return 'completada';
  return ending === 'client_gone' ? 'cancelada' : 'interrumpida';
}

/** Makes the partition of a month such as `2026-03` unless it is there; gives its name. */
export async function makePartition(sql: Sql, month: string): Promise<string> {
  await sql`SELECT create_query_record_partition(${`${month}-01`}::text::timestamp)`;
  return `query_records_${month.replace('-', '_')}`;
}

const endings = [
  { status: 200, ending: 'found', charged: 5_000n },
  { status: 200, ending: 'found', charged: 5_000n },
  { status: 200, ending: 'found', charged: 0n },
  { status: 404, ending: 'source_not_found', charged: 0n },
  { status: 502, ending: 'source_unavailable', charged: 0n },
  { status: null, ending: 'interrupted', charged: 0n, durationMs: null },
] as const;

/** Makes records over four months: three at an instant, hours apart, then a gap of weeks. */
export function recordsOverMonths(now: Date): PlantedRecord[] {
  return Array.from({ length: 240 }, (_, n) => {
    const hoursAgo = Math.floor(n / 3) * 7 + (n > 120 ? 900 : 0);
    return recordOf({
      integrationId: 1 + (n % 2),
      lookup: n % 5 === 0 ? 'rtu' : 'omisos',
      durationMs: (n * 37) % 3_000,
      identifierKeys: [BigInt(n % 7) - 3n],
      requestId: `request-${n % 50}`,
      createdAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
      ...endings[n % endings.length],
    });
  });
}
