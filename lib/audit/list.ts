import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog } from '@/db/schema/index';

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly integrationId?: number | undefined;
  /** Rows older than this one: the next page. */
  readonly before?: bigint | undefined;
}

/** The newest first; one row more than a page tells that there are more. */
export async function listAudit(db: Database, filter: AuditFilter, limit: number) {
  const { actor, action, target, integrationId, before } = filter;
  const conditions: SQL[] = [
    ...(actor ? [eq(auditLog.actor, actor)] : []),
    ...(action ? [eq(auditLog.action, action)] : []),
    ...(target ? [eq(auditLog.target, target)] : []),
    ...(integrationId === undefined ? [] : [eq(auditLog.integrationId, integrationId)]),
    ...(before === undefined ? [] : [lt(auditLog.id, before)]),
  ];
  return db
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];
