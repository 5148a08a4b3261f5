import { and, desc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog } from '@/db/schema/index';

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly integrationId?: number | undefined;
  readonly address?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only rows older than this one, for the next page. */
  readonly before?: bigint | undefined;
}

export async function listAudit(db: Database, filter: AuditFilter, limit: number) {
  const { actor, action, actions, target, integrationId, address, since, until, before } = filter;
  const conditions: SQL[] = [
    ...(actor ? [eq(auditLog.actor, actor)] : []),
    ...(action ? [eq(auditLog.action, action)] : []),
    ...(actions ? [inArray(auditLog.action, [...actions])] : []),
    ...(target ? [eq(auditLog.target, target)] : []),
    ...(integrationId === undefined ? [] : [eq(auditLog.integrationId, integrationId)]),
    ...(address ? [eq(auditLog.address, address)] : []),
    ...(since ? [gte(auditLog.at, since)] : []),
    ...(until ? [lt(auditLog.at, until)] : []),
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
