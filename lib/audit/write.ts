import { auditLog } from '@/db/schema/index';
import type { AuditAction } from '@/lib/permissions';
import type { AuditField } from './changes';
import type { Change } from './permit';

/** Only known fields, because the console shows an unknown field by its stored name. */
type Fields = Readonly<Partial<Record<AuditField, unknown>>>;

export interface AuditEntry {
  /** Name of the changed thing. */
  readonly target: string;
  readonly integrationId?: number;
  readonly before?: Fields;
  readonly after?: Fields;
}

/** Writes the audit row of a change in the change's transaction. Never pass a secret. */
export async function writeAudit<A extends AuditAction>(
  { tx, permit }: Change<NoInfer<A>>,
  action: A,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ actor: permit.actor, address: permit.address, action, ...entry });
}
