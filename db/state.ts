import type postgres from 'postgres';
import { missingRights } from './roles';

/**
 * Whether a connection can write: `standby` is a server in recovery, `no_rights` lacks a right that
 * `grantRights` gives, and with `no_standby` commits wait for a synchronous standby.
 */
export type DatabaseState = 'ok' | 'read_only' | 'standby' | 'no_rights' | 'no_standby';

export async function databaseState(sql: postgres.Sql): Promise<DatabaseState> {
  const [row] = await sql<{ standby: boolean; readOnly: boolean }[]>`
    SELECT pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') = 'on' AS "readOnly"`;
  if (row?.standby) return 'standby';
  if (row?.readOnly) return 'read_only';
  if ((await missingRights(sql)).length > 0) return 'no_rights';
  return (await lacksStandby(sql)) ? 'no_standby' : 'ok';
}

/** Whether a commit of the own role has waited for a synchronous standby for over a second. */
export async function lacksStandby(sql: postgres.Sql): Promise<boolean> {
  const waiting = await sql`
    SELECT FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '1 second' LIMIT 1`;
  return waiting.length > 0;
}
