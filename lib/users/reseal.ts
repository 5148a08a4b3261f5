import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { users } from '@/db/schema/index';
import type { SecretBox } from '@/lib/base/sealing/secret-box';

async function readSecrets(db: Database | Transaction) {
  const rows = await db
    .select({ id: users.id, secret: users.totpSecret })
    .from(users)
    .where(isNotNull(users.totpSecret));
  return rows.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }]));
}

/** Tells whether the secrets of second factors open, or `none` when there are none. */
export async function trySecondFactors(
  tx: Transaction,
  box: SecretBox,
): Promise<'none' | 'open' | 'closed'> {
  const rows = await readSecrets(tx);
  if (rows.length === 0) return 'none';
  const opens = rows.some(({ id, secret }) => box.open(secret, String(id)) !== undefined);
  return opens ? 'open' : 'closed';
}

/** Seals the secret of every second factor under the first key. */
export async function resealSecondFactors(
  db: Database,
  box: SecretBox,
): Promise<{ resealed: number; locked: number }> {
  const total = { resealed: 0, locked: 0 };
  for (const { id, secret } of await readSecrets(db)) {
    if (box.isNewest(secret)) continue;
    const totpSecret = box.reseal(secret, String(id));
    if (totpSecret === undefined) total.locked += 1;
    else {
      await db
        .update(users)
        .set({ totpSecret })
        .where(and(eq(users.id, id), eq(users.totpSecret, secret)));
      total.resealed += 1;
    }
  }
  return total;
}
