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
  readonly receipts?: boolean;
}

/** What is on or off, by the names that the audit log keeps. */
interface Switches extends Flags {
  readonly suspended: boolean;
  readonly receipts_enabled: boolean;
}

const SWITCHES = [...FLAGS, 'suspended', 'receipts_enabled'] as const;

/**
 * Turns lookups or receipts on or off, suspends or resumes. Counts from the next request on,
 * everywhere. Returns the version it leaves. Throws {@link Refusal} `changed_meanwhile` when somebody
 * changed it since `integration` was read.
 */
export async function updateIntegration(
  tx: Transaction,
  administrator: Administrator,
  integration: IntegrationView,
  { flags, suspended, receipts }: IntegrationChange,
): Promise<number> {
  const before = switchesOf(integration);
  const after: Switches = {
    ...before,
    ...flags,
    suspended: suspended ?? before.suspended,
    receipts_enabled: receipts ?? before.receipts_enabled,
  };
  const changed = SWITCHES.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return integration.version;
  const [updated] = await tx
    .update(integrations)
    .set({
      ...flags,
      receiptsEnabled: after.receipts_enabled,
      ...(after.suspended === before.suspended
        ? {}
        : { suspendedAt: after.suspended ? sql`now()` : null }),
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
  await writeAudit(tx, administrator, {
    action: 'integration.update',
    target: integration.nombre,
    integrationId: integration.id,
    before: pick(changed, before),
    after: pick(changed, after),
  });
  return updated.version;
}

function switchesOf(integration: IntegrationView): Switches {
  return {
    ...integration,
    suspended: integration.suspendedAt !== null,
    receipts_enabled: integration.receiptsEnabled,
  };
}

function pick(names: readonly (keyof Switches)[], switches: Switches): Partial<Switches> {
  return Object.fromEntries(names.map((name) => [name, switches[name]]));
}
