import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { noticeTargets } from '@/db/schema/index';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import { openSecrets, resealSecret } from './secrets';

async function readSecrets(db: Database | Transaction) {
  const { id, integrationId, address, secret } = noticeTargets;
  const rows = await db
    .select({ id, integrationId, address, secret })
    .from(noticeTargets)
    .where(isNotNull(secret));
  return rows.flatMap(({ secret: sealed, ...row }) =>
    sealed === null ? [] : [{ ...row, secret: sealed, oldSecret: null }],
  );
}

/** Returns whether the secrets of webhooks open, or `none` when there are none. */
export async function tryWebhookSecrets(
  tx: Transaction,
  box: SecretBox,
): Promise<'none' | 'open' | 'closed'> {
  const rows = await readSecrets(tx);
  if (rows.length === 0) return 'none';
  return rows.some((row) => openSecrets(box, row).length > 0) ? 'open' : 'closed';
}

/** Seals the secret of every webhook under the first key. An old one ends within a day by itself. */
export async function resealWebhookSecrets(
  db: Database,
  box: SecretBox,
): Promise<{ resealed: number; locked: number }> {
  const total = { resealed: 0, locked: 0 };
  for (const row of await readSecrets(db)) {
    if (box.isNewest(row.secret)) continue;
    const secret = resealSecret(box, row, row.secret);
    if (secret === undefined) total.locked += 1;
    else {
      await db
        .update(noticeTargets)
        .set({ secret })
        .where(and(eq(noticeTargets.id, row.id), eq(noticeTargets.secret, row.secret)));
      total.resealed += 1;
    }
  }
  return total;
}
