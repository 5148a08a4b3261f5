import { setTimeout } from 'node:timers/promises';
import { and, desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import { HOUR_MS, type Span } from '@/lib/base/time/time';
import { within } from './filter';
import type { IdentifierVault } from './identifiers';
import { sliceRecords } from './slices';

const SAMPLE = 10;

/** Tells whether the newest records open, or `none` when no record has identifiers. */
export async function tryRecords(
  tx: Transaction,
  vault: IdentifierVault,
): Promise<'none' | 'open' | 'closed'> {
  const rows = await tx
    .select({ id: queryRecords.id, identifiers: queryRecords.identifiers })
    .from(queryRecords)
    .where(isNotNull(queryRecords.identifiers))
    .orderBy(desc(queryRecords.createdAt))
    .limit(SAMPLE);
  if (rows.length === 0) return 'none';
  const opens = rows.some(({ id, identifiers }) => identifiers && vault.open(identifiers, id));
  return opens ? 'open' : 'closed';
}

/** Tells whether a query under way is sealed under another key than the first. */
export async function hasOtherHolds(db: Database, vault: IdentifierVault): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT FROM holds WHERE ${underOtherKey(vault, sql`identifiers`)} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Seals every record under the first key, oldest first. Rests as long as each slice took, so that
 * lookups and pages hardly notice. It can end at any moment; what is done stays done.
 */
export async function resealRecords(
  db: Database,
  vault: IdentifierVault,
): Promise<{ resealed: number; locked: number }> {
  const total = { resealed: 0, locked: 0 };
  for await (const slice of sliceRecords(db, undefined, new Date(Date.now() + HOUR_MS))) {
    const startedAt = performance.now();
    const done = await resealSlice(db, vault, slice);
    total.resealed += done.resealed;
    total.locked += done.locked;
    await setTimeout(performance.now() - startedAt);
  }
  return total;
}

async function resealSlice(db: Database, vault: IdentifierVault, slice: Span) {
  const { id, identifiers, identifierKeys } = queryRecords;
  const rows = await db
    .select({ id, identifiers, identifierKeys })
    .from(queryRecords)
    .where(and(...within(slice), underOtherKey(vault, identifiers)));
  const fresh = rows.flatMap((row) => {
    const sealed = vault.reseal(row);
    return sealed && row.identifiers ? [{ ...sealed, id: row.id, before: row.identifiers }] : [];
  });
  if (fresh.length > 0) await replace(db, slice, fresh);
  return { resealed: fresh.length, locked: rows.length - fresh.length };
}

interface Replacement {
  readonly id: string;
  readonly before: Buffer;
  readonly box: Buffer;
  readonly keys: readonly bigint[];
}

/** Replaces identifiers, except those that retention has removed meanwhile. */
async function replace(db: Database, slice: Span, rows: readonly Replacement[]): Promise<void> {
  const hex = (box: Buffer) => `\\x${box.toString('hex')}`;
  await db.$client`
    UPDATE query_records q SET identifiers = n.box::bytea, identifier_keys = n.keys::bigint[]
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ before }) => hex(before))}::text[],
      ${rows.map(({ box }) => hex(box))}::text[],
      ${rows.map(({ keys }) => `{${keys.join(',')}}`)}::text[]) AS n(id, before, box, keys)
    WHERE q.id = n.id AND q.identifiers = n.before::bytea
      AND q.created_at >= ${slice.from.toISOString()}::text::timestamptz
      AND q.created_at < ${slice.to.toISOString()}::text::timestamptz`;
}

function underOtherKey(vault: IdentifierVault, column: SQL | typeof queryRecords.identifiers): SQL {
  const [keyId = ''] = vault.keyIds;
  return sql`encode(substring(${column} FROM 1 FOR ${keyId.length / 2}), 'hex') <> ${keyId}`;
}
