import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { credentials } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { type IntegrationView, lockIntegration } from './find';
import { assertNewest } from './rotate';

/**
 * Ends at once what a rotation still lets work; without an overlap there is nothing to do. `seen`: id
 * of the newest token that whoever ends it was shown. Throws {@link Refusal} `changed_meanwhile`.
 */
export async function endOverlap(
  tx: Transaction,
  administrator: Administrator,
  integration: Pick<IntegrationView, 'id' | 'nombre'>,
  seen?: number,
): Promise<void> {
  await lockIntegration(tx, integration.id);
  await assertNewest(tx, integration.id, seen);
  const ended = await tx
    .update(credentials)
    .set({ expiresAt: sql`now()` })
    .where(
      and(eq(credentials.integrationId, integration.id), gt(credentials.expiresAt, sql`now()`)),
    )
    .returning({ prefix: credentials.prefix, lastFour: credentials.lastFour });
  if (ended.length === 0) return;
  await writeAudit(tx, administrator, {
    action: 'integration.end_overlap',
    target: integration.nombre,
    integrationId: integration.id,
    before: { tokens: ended.map(({ prefix, lastFour }) => `${prefix}…${lastFour}`) },
  });
}
