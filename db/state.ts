import type postgres from 'postgres';

/** Whether a connection can write: `standby` is a server in recovery. */
export type DatabaseState = 'ok' | 'read_only' | 'standby';

export async function databaseState(sql: postgres.Sql): Promise<DatabaseState> {
  const [row] = await sql<{ standby: boolean; readOnly: boolean }[]>`
    SELECT pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') = 'on' AS "readOnly"`;
  if (row?.standby) return 'standby';
  return row?.readOnly ? 'read_only' : 'ok';
}
