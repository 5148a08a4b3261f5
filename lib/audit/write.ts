import { auditLog } from '@/db/schema/index';
import type { AuditAction } from '@/lib/permissions';
import type { AuditField } from './changes';
import type { Change } from './permit';

/** Typed by name, because a field without a name in the messages would be shown as it is stored. */
type Fields = Readonly<Partial<Record<AuditField, unknown>>>;

export interface AuditEntry {
  /** What was changed, by the name people know it by. */
  readonly target: string;
  readonly integrationId?: number;
  readonly before?: Fields;
  readonly after?: Fields;
}

/** Writes the audit row of a change, in the change's own transaction. Never a secret. */
export async function writeAudit<A extends AuditAction>(
  { tx, permit }: Change<NoInfer<A>>,
  action: A,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ actor: permit.actor, address: permit.address, action, ...entry });
}
