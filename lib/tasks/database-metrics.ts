import type { Sql } from '@/db/client';
import { monthsAhead } from '@/db/partitions';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { within } from '@/lib/base/time/deadline';
import { SECOND_MS } from '@/lib/base/time/time';
import { countSessions } from '@/lib/users/sessions';

const TIMEOUT_MS = 2_000;

interface Figures {
  readonly clock: number;
  readonly holds: number;
  readonly oldestHoldS: number;
  readonly undelivered: number;
  readonly oldestUndeliveredS: number;
  readonly connections: number;
  readonly maxSessions: number;
  readonly archiveFailing: boolean;
  readonly replicationLagBytes: number;
}

interface TaskRun {
  readonly name: string;
  /** Seconds since the epoch; null while the last run failed or none has ended. */
  readonly succeededAt: number | null;
  readonly problems: number | null;
  /** Public state by lookup, of the task that watches it. */
  readonly states: Readonly<Record<string, string>> | null;
}

/** Sets the gauges of the database whenever metrics are read, the same on all instances. */
export function watchDatabase(metrics: Metrics, sql: Sql): void {
  metrics.onRead(async () => {
    const reading = Promise.all([
      readFigures(sql),
      readTaskRuns(sql),
      readSessions(sql),
      monthsAhead(sql),
      countSessions(sql),
      readNotices(sql),
    ]);
    const read = await within(performance.now() + TIMEOUT_MS, reading);
    const [figures, runs, sessions, months, people, notices] = read;
    setFigures(metrics, figures);
    metrics.partitionsAhead.set(months);
    setTaskRuns(metrics, runs);
    for (const kind of ['staff', 'place'] as const) {
      const count = people.find((row) => row.kind === kind)?.count ?? 0;
      metrics.consoleSessions.set({ kind }, count);
    }
    metrics.noticeTargets.reset();
    metrics.oldestNotice.set(Math.max(0, ...notices.map(({ oldestS }) => oldestS)));
    for (const { targets, oldestS: _, ...labels } of notices) {
      metrics.noticeTargets.set(labels, targets);
    }
    metrics.sessions.reset();
    for (const { count, ...labels } of sessions) metrics.sessions.set(labels, count);
  });
}

async function readFigures(sql: Sql): Promise<(Figures & { offsetS: number }) | undefined> {
  const askedAt = Date.now();
  const [row] = await sql<Figures[]>`
    SELECT extract(epoch FROM clock_timestamp())::float8 AS clock, h.holds, h.age AS "oldestHoldS", u.answers AS undelivered, u.age AS "oldestUndeliveredS",
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS "maxSessions",
      (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        FROM pg_stat_archiver) AS "archiveFailing",
      (SELECT coalesce(max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery()
          THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END, restart_lsn)), 0)::float8
        FROM pg_replication_slots) AS "replicationLagBytes"
    FROM (
      SELECT count(*)::int AS holds,
        coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
      FROM holds
    ) h, (
      SELECT count(*)::int AS answers,
        coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
      FROM undelivered_answers
    ) u`;
  if (row === undefined) return undefined;
  // The reading lies between these two instants.
  const middle = (askedAt + Date.now()) / 2 / SECOND_MS;
  return { ...row, offsetS: row.clock - middle };
}

function readTaskRuns(sql: Sql): Promise<TaskRun[]> {
  return sql<TaskRun[]>`
    SELECT name, CASE WHEN error IS NULL THEN extract(epoch FROM finished_at)::float8 END
        AS "succeededAt",
      jsonb_array_length(coalesce(result->'problems', '[]')) AS problems, result->'states' AS states
    FROM task_runs WHERE name NOT IN ('log_audit', 'rotate_keys')`;
}

function readSessions(sql: Sql) {
  return sql<{ application: string; state: string; count: number }[]>`
    SELECT application_name AS application, coalesce(state, 'unknown') AS state,
      count(*)::int AS count
    FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user
    GROUP BY 1, 2`;
}

/** Counts targets, and reads how long the oldest notice waits for one that is not held. */
function readNotices(sql: Sql) {
  return sql<{ channel: string; state: string; targets: number; oldestS: number }[]>`
    SELECT t.channel, t.state, count(DISTINCT t.id)::int AS targets,
      coalesce(max(extract(epoch FROM clock_timestamp() - d.next_at)) FILTER (
        WHERE t.state IN ('active', 'failing')
          AND coalesce(t.hold_until <= clock_timestamp(), true)), 0)::float8 AS "oldestS"
    FROM notice_targets t
    LEFT JOIN notice_deliveries d ON d.target_id = t.id AND d.state = 'pending'
      AND d.next_at <= clock_timestamp()
    GROUP BY 1, 2`;
}

function setFigures(metrics: Metrics, figures: (Figures & { offsetS: number }) | undefined): void {
  if (figures === undefined) return;
  metrics.clockOffset.set(figures.offsetS);
  metrics.holds.set(figures.holds);
  metrics.oldestHold.set(figures.oldestHoldS);
  metrics.undelivered.set(figures.undelivered);
  metrics.oldestUndelivered.set(figures.oldestUndeliveredS);
  metrics.connections.set(figures.connections);
  metrics.maxSessions.set(figures.maxSessions);
  metrics.archiveFailing.set(Number(figures.archiveFailing));
  metrics.replicationLag.set(figures.replicationLagBytes);
}

/** Sets the last success of each task. A failing task keeps the time that this process saw. */
function setTaskRuns(metrics: Metrics, runs: readonly TaskRun[]): void {
  metrics.status.reset();
  for (const { name, succeededAt, problems, states } of runs) {
    if (succeededAt !== null) metrics.tasks.success.set({ task: name }, succeededAt);
    if (name === 'ledger_verify') metrics.ledgerProblems.set(problems ?? 0);
    if (name === 'audit_verify') metrics.auditProblems.set(problems ?? 0);
    for (const [lookup, state] of Object.entries(states ?? {})) {
      metrics.status.set({ lookup, state }, 1);
    }
  }
}
