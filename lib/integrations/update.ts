import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { integrations } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { FLAGS, type Flags } from '@/lib/contract/lookups';
import { Refusal } from '@/lib/refusal';
import type { IntegrationView } from './find';

export interface IntegrationChange {
  readonly flags?: Partial<Flags>;
  readonly suspended?: boolean;
}

/**
 * Turns lookups on or off, suspends or resumes. Counts from the next request on, everywhere. Returns
 * the version it leaves. Throws {@link Refusal} `changed_meanwhile` when somebody changed it since
 * `integration` was read.
 */
export async function updateIntegration(
  tx: Transaction,
  administrator: Administrator,
  integration: IntegrationView,
  { flags = {}, suspended }: IntegrationChange,
): Promise<number> {
  const changed = FLAGS.filter((flag) => (flags[flag] ?? integration[flag]) !== integration[flag]);
  const wasSuspended = integration.suspendedAt !== null;
  const suspension = suspended === undefined || suspended === wasSuspended ? undefined : suspended;
  if (changed.length === 0 && suspension === undefined) return integration.version;
  const [updated] = await tx
    .update(integrations)
    .set({
      ...flags,
      ...(suspension === undefined ? {} : { suspendedAt: suspension ? sql`now()` : null }),
      version: sql`${integrations.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(integrations.id, integration.id), eq(integrations.version, integration.version)))
    .returning({ version: integrations.version });
  if (updated === undefined) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody changed the integration meanwhile: look again.',
    );
  }
  const suspendedBefore = suspension === undefined ? {} : { suspended: wasSuspended };
  const suspendedAfter = suspension === undefined ? {} : { suspended: suspension };
  await writeAudit(tx, administrator, {
    action: 'integration.update',
    target: integration.nombre,
    integrationId: integration.id,
    before: { ...pick(changed, integration), ...suspendedBefore },
    after: { ...pick(changed, flags), ...suspendedAfter },
  });
  return updated.version;
}

function pick(names: readonly (keyof Flags)[], flags: Partial<Flags>): Partial<Flags> {
  return Object.fromEntries(names.map((name) => [name, flags[name]]));
}
