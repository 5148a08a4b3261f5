import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import type { AuditAction } from '@/lib/access/permissions';
import type { Change } from './write';

/**
 * Counts the rows of an action that its actor left since an instant. After `writeAudit` the count
 * is exact, because no other row can be written before the transaction ends.
 */
export async function countSince<A extends AuditAction>(
  { tx, permit }: Change<NoInfer<A>>,
  action: A,
  since: Date,
): Promise<number> {
  const { actor, action: named, at } = auditLog;
  return tx.$count(auditLog, and(eq(actor, permit.actor), eq(named, action), gt(at, since)));
}

/** Lists the actors with at least so many rows of an action since an instant. */
export async function actorsWith(
  db: Database,
  named: AuditAction,
  { since, rows }: { readonly since: Date; readonly rows: number },
): Promise<string[]> {
  const { actor, action, at } = auditLog;
  const found = await db
    .select({ actor })
    .from(auditLog)
    .where(and(eq(action, named), gt(at, since)))
    .groupBy(actor)
    .having(gte(sql`count(*)`, rows))
    .orderBy(asc(actor));
  return found.map((row) => row.actor);
}
