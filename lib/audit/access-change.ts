import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog } from '@/db/schema/index';

/** Finds who last suspended an integration, or changed its tokens, before an instant. */
export async function lastAccessChange(
  db: Database,
  what: 'suspension' | 'tokens',
  integrationId: number,
  before: Date,
) {
  const { action, after, at, actor, id } = auditLog;
  const changed =
    what === 'suspension'
      ? and(eq(action, 'integration.set'), sql`${after}->>'suspended' = 'true'`)
      : inArray(action, ['integration.rotate', 'integration.end_overlap']);
  const [row] = await db
    .select({ actor, at })
    .from(auditLog)
    .where(and(eq(auditLog.integrationId, integrationId), changed, lt(at, before)))
    .orderBy(desc(id))
    .limit(1);
  return row;
}
