import type { Transaction } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import type { AuditAction } from './actions';
import type { Administrator } from './administrator';

export interface AuditEntry {
  readonly action: AuditAction;
  /** What was changed, by the name people know it by. */
  readonly target: string;
  readonly integrationId?: number;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes the audit row of a change, in the change's own transaction. Never a secret. */
export async function writeAudit(
  tx: Transaction,
  by: Pick<Administrator, 'actor' | 'address'>,
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({ actor: by.actor, address: by.address, ...entry });
}
