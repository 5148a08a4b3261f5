import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { SECOND_MS } from '@/lib/base/time/time';
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

/** True when one commit of the own role waits for a synchronous standby at two looks a second apart. */
export async function lacksStandby(sql: postgres.Sql): Promise<boolean> {
  const look = async () => {
    const waiting = await sql<{ commit: string }[]>`
      SELECT pid || ' ' || query_start::text AS commit FROM pg_stat_activity
      WHERE wait_event = 'SyncRep'`;
    return waiting.map(({ commit }) => commit);
  };
  const first = await look();
  if (first.length === 0) return false;
  await pause(SECOND_MS);
  return (await look()).some((commit) => first.includes(commit));
}
