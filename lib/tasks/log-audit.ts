import type { Sql } from '@/db/client';
import { loggedFields } from '@/lib/audit/changes';
import type { Logger } from '@/lib/base/telemetry/log';

/** Rows of one run. Further ones are left to the next. */
const MAX_ROWS = 500;

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly integrationId: number | null;
  readonly after: unknown;
}

/**
 * Logs each new audit row once, whichever instance or command wrote it, so that the log shows after
 * a restore what the database has forgotten. `task_runs` keeps the last one.
 */
export async function logAudit(sql: Sql, log: Logger): Promise<void> {
  await sql`
    INSERT INTO task_runs (name, started_at, result)
    SELECT 'log_audit', clock_timestamp(),
      jsonb_build_object('until', (SELECT coalesce(max(id), 0) FROM audit_log))
    WHERE NOT EXISTS (SELECT FROM task_runs WHERE name = 'log_audit')
    ON CONFLICT DO NOTHING`;
  const rows = await sql<Row[]>`
    WITH last AS (
      SELECT (result->>'until')::bigint AS id FROM task_runs t
      WHERE name = 'log_audit'
        -- A lock is a write, which runs without news can do without.
        AND EXISTS (SELECT FROM audit_log WHERE id > (t.result->>'until')::bigint)
      -- Who finds it locked leaves the rows to the instance that holds it.
      FOR UPDATE SKIP LOCKED
    ), fresh AS MATERIALIZED (
      SELECT * FROM audit_log WHERE id > (SELECT id FROM last) ORDER BY id LIMIT ${MAX_ROWS}
    ), noted AS (
      UPDATE task_runs SET result = jsonb_build_object('until', (SELECT max(id) FROM fresh))
      WHERE name = 'log_audit' AND EXISTS (SELECT FROM fresh)
    )
    SELECT id::text, at, actor, action, target, integration_id AS "integrationId", after FROM fresh
    ORDER BY fresh.id`;
  for (const { after, integrationId, ...row } of rows) {
    const integration = integrationId === null ? {} : { integrationId };
    log.info({ event: 'audit', ...row, ...integration, after: loggedFields(after) });
  }
}
