import { desc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { auditLog } from '@/db/schema/index';
import type { RecordedEvent } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import { type AuditEntry, writeAudit } from './write';

interface Event extends AuditEntry {
  readonly actor: string;
  readonly address: string | null;
}

export async function recordEvent(db: Database, event: RecordedEvent, entry: Event): Promise<void> {
  await db.transaction((tx) => write(tx, event, entry));
}

/**
 * Records that a release begins to answer lookups, unless the newest such row names it. Its other
 * instances and its restarts leave no row.
 */
export async function recordRelease(db: Database, release: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.audit})`);
    const [last] = await tx
      .select({ target: auditLog.target })
      .from(auditLog)
      .where(eq(auditLog.action, 'release.serve'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    if (last?.target === release) return;
    await write(tx, 'release.serve', { actor: 'pasarela', address: null, target: release });
  });
}

function write(tx: Transaction, event: RecordedEvent, { actor, address, ...entry }: Event) {
  return writeAudit({ tx, permit: Permit.ofEvent(actor, address) }, event, entry);
}
