import { notInArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { durabilityProblems } from '@/db/durability';
import { schemaState } from '@/db/migrations';
import { FEWEST_MONTHS_AHEAD, monthsAhead } from '@/db/partitions';
import { isPrivileged, missingRights } from '@/db/roles';
import { taskRuns } from '@/db/schema/index';
import { databaseState } from '@/db/state';
import type { Deployment } from '@/lib/base/env/env';
import { SECOND_MS } from '@/lib/base/time/time';
import { lastReconciliation } from '@/lib/billing/last-reconciliation';
import { probeWrite } from '@/lib/billing/probe-write';
import { failed, ok, type Verdict, warning } from './check';

/** Checks of the database. */

/** More than have room in pages that exist. */
const PROBED_ROWS = 2_000;

export async function checkServer(db: Database): Promise<Verdict> {
  const [server] = await db.execute<{ version: string; used: number; most: number }>(sql`
    SELECT current_setting('server_version') AS version,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS used,
      current_setting('max_connections')::int AS most`);
  const { version = '', used = 0, most = 1 } = server ?? {};
  const state = await databaseState(db.$client);
  const problems = await durabilityProblems(db.$client);
  if (state !== 'ok') {
    const rights = state === 'no_rights' ? await missingRights(db.$client) : [];
    const detail = [state, ...rights].join(', ');
    return failed(`PostgreSQL ${version} cannot be written: ${detail}`);
  }
  if (problems.length > 0) return failed(`it may lose money: ${problems.join('; ')}`);
  const detail = `PostgreSQL ${version}, writable, ${used} of ${most} connections`;
  return used > 0.8 * most ? warning(detail) : ok(detail);
}

/** Writes as lookups do, and takes it back. Fails on a full disk, for example. */
export async function checkWrites(db: Database): Promise<Verdict> {
  await probeWrite(db.$client, PROBED_ROWS);
  return ok('succeed');
}

export async function checkRole(db: Database, deployment: Deployment): Promise<Verdict> {
  const [role] = await db.execute<{ name: string }>(sql`SELECT current_user AS name`);
  if (!(await isPrivileged(db.$client))) return ok(`${role?.name}, does not own tables`);
  const detail = `${role?.name} could change the schema`;
  return deployment === 'production' ? failed(detail) : warning(detail);
}

export async function checkSchema(db: Database): Promise<Verdict> {
  const state = await schemaState(db.$client);
  if (state === 'older') return failed('older than this build: run pasarela db migrate');
  if (state === 'unsupported') return failed('newer than this build by more than one release');
  if (state === 'newer') return warning('newer than this build, which it supports');
  return ok('matches this build');
}

/** Compares the clocks of application and database, which sessions, tokens and limits mix. */
export async function checkClock(db: Database): Promise<Verdict> {
  await db.execute(sql`SELECT 1`);
  const before = Date.now();
  const [row] = await db.execute<{ now: string }>(sql`
    SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now`);
  const after = Date.now();
  const apartMs = Math.round(Number(row?.now) - (before + after) / 2);
  const uncertainMs = Math.ceil((after - before) / 2);
  const offset = `${Math.abs(apartMs)} ms ${apartMs < 0 ? 'behind' : 'ahead'}`;
  const detail = `the database's is ${offset} (± ${uncertainMs} ms)`;
  const leastMs = Math.abs(apartMs) - uncertainMs;
  if (leastMs > 10 * SECOND_MS) return failed(detail);
  return leastMs > SECOND_MS ? warning(detail) : ok(detail);
}

export async function checkPartitions(db: Database): Promise<Verdict> {
  const months = await monthsAhead(db.$client);
  const detail = `records have partitions for ${months} months ahead`;
  if (months === 0) return failed(detail);
  return months < FEWEST_MONTHS_AHEAD ? warning(detail) : ok(detail);
}

/** Each task runs at least once an hour. */
const LATE_AFTER = '3 hours';

/** False for what runs on command, and for the place up to which the audit log was logged. */
const isTimed = notInArray(taskRuns.name, ['log_audit', 'rotate_keys']);

export async function checkTasks(db: Database): Promise<Verdict> {
  const runs = await db
    .select({
      name: taskRuns.name,
      error: sql<
        string | null
      >`coalesce(error, 'deletes nothing, clock ' || (result->>'clockProblem'))`,
      ahead: sql<boolean>`${isTimed} AND started_at > clock_timestamp()`,
      late: sql<boolean>`${isTimed} AND started_at < clock_timestamp() - ${LATE_AFTER}::interval`,
    })
    .from(taskRuns);
  const broken = runs.filter(({ error }) => error !== null);
  if (broken.length > 0) {
    return failed(broken.map(({ name, error }) => `${name}: ${error}`).join('; '));
  }
  const namesOf = (some: typeof runs) => some.map(({ name }) => name).join(', ');
  const ahead = runs.filter((run) => run.ahead);
  if (ahead.length > 0) {
    return failed(`not run since the database's clock was ahead: ${namesOf(ahead)}`);
  }
  const names = namesOf(runs.filter((run) => run.late));
  if (names !== '') {
    return warning(`not run for ${LATE_AFTER}: ${names} (does an instance serve lookups?)`);
  }
  return runs.length === 0 ? warning('no task has run yet') : ok(`${runs.length} run in time`);
}

export async function checkLedger(db: Database): Promise<Verdict> {
  const last = await lastReconciliation(db);
  if (last === undefined) return warning('not checked yet by an instance');
  const [problem] = last.problems;
  if (problem !== undefined) {
    return failed(
      `${last.problems.length} broken, such as ${problem.nombre}: ${problem.rule}, ${problem.detail}`,
    );
  }
  const at = last.at?.toISOString() ?? 'never';
  return last.failed ? warning(`the last check failed; correct at ${at}`) : ok(`correct at ${at}`);
}
