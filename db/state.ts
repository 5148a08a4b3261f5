import type postgres from 'postgres';
import { missingRights } from './roles';

/**
 * Whether a connection can write: `standby` is a server in recovery, `no_rights` lacks a right that
 * `grantRights` gives.
 */
export type DatabaseState = 'ok' | 'read_only' | 'standby' | 'no_rights';

export async function databaseState(sql: postgres.Sql): Promise<DatabaseState> {
  const [row] = await sql<{ standby: boolean; readOnly: boolean }[]>`
    SELECT pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') = 'on' AS "readOnly"`;
  if (row?.standby) return 'standby';
  if (row?.readOnly) return 'read_only';
  return (await missingRights(sql)).length > 0 ? 'no_rights' : 'ok';
}
