import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** A change that the log contains. */
interface LoggedChange {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly target: string;
}

/** Actions that change nothing which a restore loses. */
const IDLE = /^(session|access|query|release)\./;

/**
 * Returns the changes that the audit log does not have, oldest first. Except for money, one that was
 * made again later is not missing.
 */
export async function missingRows<Change extends LoggedChange>(
  db: Database,
  logged: readonly Change[],
): Promise<Change[]> {
  const changes = new Map(
    logged.filter(({ action }) => !IDLE.test(action)).map((one) => [`${one.id} ${one.at}`, one]),
  );
  const rows = await db.execute<{ key: string }>(sql`
    SELECT l.id || ' ' || l.at AS key
    FROM jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb)
      AS l(id text, at text, action text, target text)
    WHERE NOT EXISTS (
      SELECT FROM audit_log a WHERE (a.id, a.at) = (l.id::bigint, l.at::timestamptz)
        OR a.at > l.at::timestamptz AND (a.action, a.target) = (l.action, l.target)
          AND l.action NOT LIKE 'billing.%'
    )
    ORDER BY l.id::bigint`);
  return rows.flatMap(({ key }) => changes.get(key) ?? []);
}
