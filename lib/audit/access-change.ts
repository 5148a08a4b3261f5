import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import { type Flag, isFlag } from '@/lib/contract/lookups';

/** Access that an integration may have lost: its activity, its tokens or a lookup. */
export type LostAccess = 'suspended' | 'tokens' | Flag;

/** Finds who last suspended an integration, changed its tokens or disabled a lookup, and why. */
export async function lastAccessChange(
  db: Database,
  lost: LostAccess,
  integrationId: number,
  before: Date,
) {
  const { action, after, at, actor, id } = auditLog;
  const value = isFlag(lost) ? 'false' : 'true';
  const changed =
    lost === 'tokens'
      ? inArray(action, ['integration.rotate', 'integration.rotate_own', 'integration.end_overlap'])
      : and(eq(action, 'integration.set'), sql`${after}->>${lost} = ${value}`);
  const [row] = await db
    .select({ actor, at, reason: sql<string | null>`${after}->>'reason'` })
    .from(auditLog)
    .where(and(eq(auditLog.integrationId, integrationId), changed, lt(at, before)))
    .orderBy(desc(id))
    .limit(1);
  return row;
}
