import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { sealingKeys } from '@/db/schema/index';

/** Kinds of values that have keys of their own. */
export type KeyPurpose = 'identifiers' | 'second_factors' | 'notices';

/** Ids of the keys of this process, in hexadecimal. The first one seals. */
export interface KeySet {
  readonly purpose: KeyPurpose;
  readonly keyIds: readonly string[];
}

/** A key under which values may be sealed. */
export interface RegisteredKey {
  readonly keyId: string;
  /** Seconds since an instance last said that it seals with this key. */
  readonly idleS: number;
}

/** Records that this process seals with the first of its keys. */
export async function noteKey(
  client: Database['$client'],
  { purpose, keyIds }: KeySet,
): Promise<void> {
  const [keyId] = keyIds;
  if (keyId === undefined) return;
  await client`
    INSERT INTO sealing_keys (purpose, key_id) VALUES (${purpose}, ${keyId})
    ON CONFLICT (purpose, key_id) DO UPDATE SET used_at = clock_timestamp()`;
}

export async function registerKeys(tx: Transaction, { purpose, keyIds }: KeySet): Promise<void> {
  const rows = keyIds.map((keyId) => ({ purpose, keyId }));
  await tx.insert(sealingKeys).values(rows).onConflictDoNothing();
}

export function registeredKeys(
  db: Database | Transaction,
  purpose: KeyPurpose,
): Promise<RegisteredKey[]> {
  const idleS = sql<number>`extract(epoch FROM clock_timestamp() - ${sealingKeys.usedAt})::float8`;
  return db
    .select({ keyId: sealingKeys.keyId, idleS })
    .from(sealingKeys)
    .where(eq(sealingKeys.purpose, purpose))
    .orderBy(sealingKeys.keyId);
}

/** Forgets keys under which nothing is sealed any more, or whose values are given up. */
export async function retireKeys(
  db: Database | Transaction,
  purpose: KeyPurpose,
  keys: readonly RegisteredKey[],
): Promise<void> {
  const ids = keys.map(({ keyId }) => keyId);
  await db
    .delete(sealingKeys)
    .where(and(eq(sealingKeys.purpose, purpose), inArray(sealingKeys.keyId, ids)));
}
