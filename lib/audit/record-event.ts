import type { Database } from '@/db/client';
import type { RecordedEvent } from '@/lib/permissions';
import { Permit } from './permit';
import { type AuditEntry, writeAudit } from './write';

interface Event extends AuditEntry {
  readonly actor: string;
  readonly address: string | null;
}

/** Writes the audit row of an event in a transaction of its own. */
export async function recordEvent(
  db: Database,
  event: RecordedEvent,
  { actor, address, ...entry }: Event,
): Promise<void> {
  const permit = Permit.ofEvent(actor, address);
  await db.transaction((tx) => writeAudit({ tx, permit }, event, entry));
}
