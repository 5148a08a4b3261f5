import type { Transaction } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import type { AuditAction } from './actions';
import type { Administrator } from './administrator';
import type { AuditField } from './changes';

/** A field that no list names would be shown by its bare name. */
type Sides = Readonly<Partial<Record<AuditField, unknown>>>;

export interface AuditEntry {
  readonly action: AuditAction;
  /** What was changed, by the name people know it by. */
  readonly target: string;
  readonly integrationId?: number;
  readonly before?: Sides;
  readonly after?: Sides;
}

/** Writes the audit row of a change, in the change's own transaction. Never a secret. */
export async function writeAudit(
  tx: Transaction,
  by: Pick<Administrator, 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ actor: by.actor, address: by.address, ...entry });
}
