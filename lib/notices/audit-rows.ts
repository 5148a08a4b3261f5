import { sql } from 'drizzle-orm';
import type { Sql, Transaction } from '@/db/client';
import { noticeCursor } from '@/db/schema/index';

/** Rows of one transaction. Further ones are left to the next. */
const MAX_ROWS = 200;

/** A row of the audit log, with the amount of the ledger entry that it names. */
export interface AuditRow extends Record<string, unknown> {
  readonly id: string;
  readonly atMs: number;
  readonly action: string;
  readonly target: string;
  readonly integrationId: number | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly amount: string | null;
}

/**
 * Returns whether there are audit rows after the cursor. The first call ever puts the cursor behind
 * the newest row, so that nobody is notified of the past.
 */
export async function hasFreshRows(client: Sql): Promise<boolean> {
  const [row] = await client<{ fresh: boolean }[]>`
    SELECT EXISTS (SELECT FROM audit_log WHERE id > c.audit_id) AS fresh FROM notice_cursor c`;
  if (row !== undefined) return row.fresh;
  await client`
    INSERT INTO notice_cursor (audit_id) SELECT coalesce(max(id), 0) FROM audit_log
    ON CONFLICT DO NOTHING`;
  return false;
}

/**
 * Moves the cursor over the next audit rows and returns them, oldest first. Returns none while
 * another instance holds the cursor.
 */
export async function takeAuditRows(tx: Transaction): Promise<AuditRow[]> {
  const [cursor] = await tx.execute<{ audit_id: string }>(
    sql`SELECT audit_id::text FROM ${noticeCursor} FOR UPDATE SKIP LOCKED`,
  );
  if (cursor === undefined) return [];
  const rows = await tx.execute<AuditRow>(sql`
    SELECT a.id::text, extract(epoch FROM a.at)::float8 * 1000 AS "atMs", a.action, a.target,
      a.integration_id AS "integrationId", a.before, a.after, l.amount::text
    FROM audit_log a LEFT JOIN ledger_entries l ON a.action = 'billing.refund'
      AND l.integration_id = a.integration_id AND l.seq = (a.after->>'entry')::bigint
    WHERE a.id > ${cursor.audit_id}::bigint ORDER BY a.id LIMIT ${MAX_ROWS}`);
  const last = rows.at(-1);
  if (last !== undefined) {
    await tx.update(noticeCursor).set({ auditId: sql`${last.id}::bigint` });
  }
  return rows;
}
