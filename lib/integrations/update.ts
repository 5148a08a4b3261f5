import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { integrations } from '@/db/schema/index';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { FLAGS, type Flags } from '@/lib/contract/lookups';
import type { IntegrationView } from './find';

export interface IntegrationChange {
  readonly flags?: Partial<Flags>;
  readonly suspended?: boolean;
}

/** Turns lookups on or off, suspends or resumes. Counts from the next request on, everywhere. */
export async function updateIntegration(
  tx: Transaction,
  administrator: Administrator,
  integration: IntegrationView,
  { flags = {}, suspended }: IntegrationChange,
): Promise<void> {
  const changed = FLAGS.filter((flag) => (flags[flag] ?? integration[flag]) !== integration[flag]);
  const wasSuspended = integration.suspendedAt !== null;
  const suspension = suspended === undefined || suspended === wasSuspended ? undefined : suspended;
  if (changed.length === 0 && suspension === undefined) return;
  await tx
    .update(integrations)
    .set({
      ...flags,
      ...(suspension === undefined ? {} : { suspendedAt: suspension ? sql`now()` : null }),
      version: sql`${integrations.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(integrations.id, integration.id));
  const suspendedBefore = suspension === undefined ? {} : { suspended: wasSuspended };
  const suspendedAfter = suspension === undefined ? {} : { suspended: suspension };
  await writeAudit(tx, administrator, {
    action: 'integration.update',
    target: integration.nombre,
    integrationId: integration.id,
    before: { ...pick(changed, integration), ...suspendedBefore },
    after: { ...pick(changed, flags), ...suspendedAfter },
  });
}

function pick(names: readonly (keyof Flags)[], flags: Partial<Flags>): Partial<Flags> {
  return Object.fromEntries(names.map((name) => [name, flags[name]]));
}
