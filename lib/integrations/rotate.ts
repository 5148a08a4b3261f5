import { and, eq, gt, isNull, max, or, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { credentials } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import { storedToken } from './create';
import { type IntegrationView, lockIntegration } from './find';
import { issueToken } from './token';

/**
 * Issues a new token, returned this once. The newest old one works for `overlapMs` more, at most
 * as long as it would have; any older one ends now, so at most two are live. `seen`: id of the newest
 * token that whoever rotates was shown. Throws {@link Refusal} `changed_meanwhile`.
 */
export async function rotateToken(
  tx: Transaction,
  administrator: Administrator,
  integration: Pick<IntegrationView, 'id' | 'nombre'>,
  overlapMs: number,
  deployment: 'development' | 'production',
  seen?: number,
): Promise<{ token: string }> {
  // Rotations of one integration take turns: each must see the token of the one before.
  await lockIntegration(tx, integration.id);
  await assertNewest(tx, integration.id, seen);
  const live = and(
    eq(credentials.integrationId, integration.id),
    or(isNull(credentials.expiresAt), gt(credentials.expiresAt, sql`now()`)),
  );
  const newest = sql`(SELECT max(id) FROM credentials WHERE integration_id = ${integration.id})`;
  const overlap = sql`now() + make_interval(secs => ${overlapMs / 1000}::float8)`;
  await tx
    .update(credentials)
    .set({
      expiresAt: sql`least(${credentials.expiresAt}, CASE WHEN ${credentials.id} = ${newest}
        THEN ${overlap} ELSE now() END)`,
    })
    .where(live);
  const token = issueToken(deployment);
  await tx.insert(credentials).values(storedToken(integration.id, token));
  await writeAudit(tx, administrator, {
    action: 'integration.rotate',
    target: integration.nombre,
    integrationId: integration.id,
    after: { token: `${token.prefix}…${token.lastFour}`, overlapMs },
  });
  return { token: token.token };
}

/** Refuses when the page that asked had not seen the newest token. */
export async function assertNewest(
  tx: Transaction,
  integrationId: number,
  seen?: number,
): Promise<void> {
  if (seen === undefined) return;
  const [row] = await tx
    .select({ id: max(credentials.id) })
    .from(credentials)
    .where(eq(credentials.integrationId, integrationId));
  if (row?.id !== seen) {
    throw new Refusal('changed_meanwhile', 'Somebody rotated the token meanwhile: look again.');
  }
}
