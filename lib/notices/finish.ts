import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { noticeDeliveries, noticeTargets } from '@/db/schema/index';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { addNotices, noticeOf } from './add';
import type { Target } from './claim';
import type { NoticeData } from './kinds';
import type { MailAttempt } from './mail';
import { targetName } from './target-name';

/** Pauses after the failures of a delivery, and of a target that does not answer; ± 20 %. */
export const BACK_OFF_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  24 * HOUR_MS,
];
/** Ages of a failure at which people are notified, then the target is disabled. */
export const NOTIFY_FAILING_MS = 4 * DAY_MS;
export const DISABLE_FAILING_MS = 5 * DAY_MS;

interface Ended {
  readonly target: Target;
  readonly noticeIds: readonly string[];
  readonly attempt: MailAttempt;
  readonly durationMs: number;
}

/** Stores the end of an attempt. Returns whether the next delivery may follow at once. */
export async function finish(db: Database, ended: Ended): Promise<boolean> {
  const { target, attempt } = ended;
  const { result, retryAfterMs } = attempt;
  // The server that sends for us is in trouble: the notices stay due.
  if (result === 'ours') return false;
  return db.transaction(async (tx) => {
    // The same order as everywhere: the target first.
    await tx.execute(sql`SELECT FROM ${noticeTargets} WHERE id = ${target.id} FOR NO KEY UPDATE`);
    const wasRejected = await noteAttempt(tx, ended, result === 'delivered');
    if (result === 'delivered') {
      await tx.execute(sql`
        UPDATE ${noticeTargets} SET failures = 0, failing_since = NULL, hold_until = NULL,
          state = CASE state WHEN 'failing' THEN 'active' ELSE state END
        WHERE id = ${target.id}`);
      return true;
    }
    if (result === 'gone') await disable(tx, target, 'gone');
    else if (result === 'rejected' && wasRejected) await disable(tx, target, 'rejected');
    else {
      const pause =
        retryAfterMs === undefined ? pauseAfter(sql`failures + 1`) : seconds(retryAfterMs);
      const hold = result === 'retry' ? sql`hold_until` : sql`clock_timestamp() + ${pause}`;
      await tx.execute(sql`
        UPDATE ${noticeTargets} SET failures = failures + 1, hold_until = ${hold},
          failing_since = coalesce(failing_since, clock_timestamp()),
          state = CASE state WHEN 'active' THEN 'failing' ELSE state END
        WHERE id = ${target.id}`);
    }
    return result === 'retry';
  });
}

/** SQL for the pause after a number of failures. */
function pauseAfter(failures: SQL) {
  const steps = `{${BACK_OFF_MS.map((ms) => ms / SECOND_MS).join(',')}}`;
  return sql`make_interval(secs => (0.8 + 0.4 * random())
    * (${steps}::text::float8[])[least(${failures}, ${BACK_OFF_MS.length})])`;
}

/** Stores what an attempt gave in its deliveries. Returns whether one was rejected before. */
async function noteAttempt(
  tx: Database | Transaction,
  { target, noticeIds, attempt, durationMs }: Ended,
  isDelivered: boolean,
): Promise<boolean> {
  const { status, error } = attempt;
  const isSpent = sql`d.attempts >= ${BACK_OFF_MS.length}`;
  const rows = await tx.execute<{ before: string | null }>(sql`
    UPDATE ${noticeDeliveries} d SET attempts = d.attempts + 1, status = ${status}, error = ${error},
      duration_ms = ${Math.round(durationMs)},
      state = CASE WHEN ${isDelivered} THEN 'delivered' WHEN ${isSpent} THEN 'failed' ELSE 'pending' END,
      next_at = clock_timestamp() + ${pauseAfter(sql`d.attempts + 1`)},
      done_at = CASE WHEN ${isDelivered} OR ${isSpent} THEN clock_timestamp() END
    FROM (SELECT notice_id, target_id, error FROM ${noticeDeliveries}
      WHERE target_id = ${target.id} AND state = 'pending'
        AND notice_id = ANY (${sql.param([...noticeIds])}::uuid[]) FOR UPDATE) b
    WHERE d.notice_id = b.notice_id AND d.target_id = b.target_id
    RETURNING b.error AS before`);
  return rows.some(({ before }) => before === 'rejected');
}

/** Stores what one attempt by hand gave. The target's state stays as it is. */
export async function noteByHand(
  db: Database | Transaction,
  { target, noticeIds, attempt, durationMs }: Ended,
): Promise<void> {
  const isDelivered = attempt.result === 'delivered';
  await db.execute(sql`
    INSERT INTO ${noticeDeliveries} AS d (notice_id, target_id, state, attempts, next_at, status,
      error, duration_ms, done_at)
    SELECT id, ${target.id}, CASE WHEN ${isDelivered} THEN 'delivered' ELSE 'failed' END, 1,
      clock_timestamp(), ${attempt.status}, ${attempt.error}, ${Math.round(durationMs)},
      clock_timestamp()
    FROM unnest(${sql.param([...noticeIds])}::uuid[]) AS n(id)
    ON CONFLICT (notice_id, target_id) DO UPDATE SET attempts = d.attempts + 1,
      status = excluded.status, error = excluded.error, duration_ms = excluded.duration_ms,
      state = CASE WHEN ${isDelivered} THEN 'delivered' ELSE d.state END,
      done_at = CASE WHEN ${isDelivered} THEN excluded.done_at ELSE d.done_at END`);
}

type Reason = 'gone' | 'failing' | 'rejected';

/** Disables a target, drops what waits for it, and notifies the other targets and the staff. */
async function disable(tx: Transaction, target: NamedTarget, reason: Reason): Promise<void> {
  const [row] = await tx.execute<{ at_ms: number }>(sql`
    UPDATE ${noticeTargets} SET state = 'disabled', reason = ${reason}, version = version + 1
    WHERE id = ${target.id} AND state IN ('active', 'failing')
    RETURNING extract(epoch FROM clock_timestamp())::float8 * 1000 AS at_ms`);
  if (row === undefined) return;
  await tx.execute(sql`
    UPDATE ${noticeDeliveries} SET state = 'dropped', done_at = clock_timestamp()
    WHERE target_id = ${target.id} AND state = 'pending'`);
  await notify(tx, target, 'endpoint.disabled', row.at_ms, (name) => ({ target: name, reason }));
}

type NamedTarget = Pick<Target, 'id' | 'integrationId' | 'channel' | 'address'>;

interface FailingRow extends Record<string, unknown> {
  readonly id: number;
  readonly integrationId: number | null;
  readonly channel: Target['channel'];
  readonly address: string;
  readonly sinceMs: number;
  readonly isOver: boolean;
}

/** Notifies of targets that have failed for four days, and disables those that have for five. */
export async function endFailing(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<FailingRow>(sql`
      SELECT id, integration_id AS "integrationId", channel, address,
        extract(epoch FROM failing_since)::float8 * 1000 AS "sinceMs",
        failing_since <= clock_timestamp() - ${seconds(DISABLE_FAILING_MS)} AS "isOver"
      FROM ${noticeTargets}
      WHERE state = 'failing' AND failing_since <= clock_timestamp() - ${seconds(NOTIFY_FAILING_MS)}
      FOR UPDATE SKIP LOCKED`);
    for (const { sinceMs, isOver, ...target } of rows) {
      const since = new Date(sinceMs).toISOString();
      if (isOver) await disable(tx, target, 'failing');
      else
        await notify(tx, target, 'endpoint.failing', sinceMs, (name) => ({ target: name, since }));
    }
    return rows.filter(({ isOver }) => isOver).length;
  });
}

/** Notifies the integration of a target and the staff, once for the same instant. */
async function notify<T extends 'endpoint.failing' | 'endpoint.disabled'>(
  tx: Transaction,
  target: NamedTarget,
  type: T,
  atMs: number,
  dataOf: (name: string) => NoticeData<T>,
): Promise<void> {
  const data = dataOf(targetName(target));
  await addNotices(
    tx,
    [...new Set([target.integrationId, null])].map((integrationId) =>
      noticeOf(type, data, {
        integrationId,
        source: `target:${target.id}:${type}:${atMs}:${integrationId ?? 'staff'}`,
      }),
    ),
  );
}

const seconds = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::float8)`;
