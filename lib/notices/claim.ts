import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { noticeDeliveries, noticeTargets } from '@/db/schema/index';
import type { Language } from '@/lib/base/values/language';
import type { Message } from './webhook';

/** Longer than any attempt. A sender that was killed keeps its target for this time. */
const BUSY_S = 60;
const MAX_IN_MAIL = 50;

export interface Target {
  readonly id: number;
  readonly integrationId: number | null;
  readonly channel: 'email' | 'webhook';
  readonly address: string;
  readonly secret: Buffer | null;
  /** Signs too, for a while after a rotation. */
  readonly oldSecret: Buffer | null;
  readonly locale: Language;
}

interface TargetRow extends Record<string, unknown> {
  readonly id: number;
  readonly integration_id: number | null;
  readonly channel: Target['channel'];
  readonly address: string;
  readonly secret: Buffer | null;
  readonly old_secret: Buffer | null;
  readonly locale: Language;
}

/** Longer than any pause, the random part included. What is stored beyond it waits for a clock that was ahead. */
const LONGEST_WAIT = sql`interval '2 days'`;

const isDue = (time: SQL, longest = LONGEST_WAIT) =>
  sql`(${time} <= clock_timestamp() OR ${time} > clock_timestamp() + ${longest})`;

const columns = sql`t.id, t.integration_id, t.channel, t.address, t.secret, t.locale,
  CASE WHEN t.old_until > clock_timestamp() THEN t.old_secret END AS old_secret`;

function targetOf({ integration_id, old_secret, ...row }: TargetRow): Target {
  return { ...row, integrationId: integration_id, oldSecret: old_secret };
}

/**
 * Claims targets that have something due, the one that waits longest first. No other sender gets
 * them until {@link release}, or until a while after this one died.
 */
export async function claimTargets(
  db: Database,
  { max, channels }: { readonly max: number; readonly channels: readonly Target['channel'][] },
): Promise<Target[]> {
  const rows = await db.execute<TargetRow>(sql`
    WITH due AS (
      SELECT t.id FROM ${noticeTargets} t CROSS JOIN LATERAL (
        SELECT min(next_at) AS next_at FROM ${noticeDeliveries} d
        WHERE d.target_id = t.id AND d.state = 'pending' AND ${isDue(sql`next_at`)}
      ) oldest
      WHERE t.state IN ('active', 'failing') AND t.channel = ANY (${sql.param([...channels])}::text[])
        AND coalesce(${isDue(sql`t.hold_until`)}, true)
        AND coalesce(${isDue(sql`t.busy_until`, sql`make_interval(secs => ${BUSY_S})`)}, true)
        AND oldest.next_at IS NOT NULL
      ORDER BY oldest.next_at LIMIT ${max} FOR UPDATE OF t SKIP LOCKED
    )
    UPDATE ${noticeTargets} t SET busy_until = clock_timestamp() + make_interval(secs => ${BUSY_S})
    FROM due WHERE t.id = due.id RETURNING ${columns}`);
  return rows.map(targetOf);
}

export async function findTarget(db: Database, id: number): Promise<Target | undefined> {
  const [row] = await db.execute<TargetRow>(
    sql`SELECT ${columns} FROM ${noticeTargets} t WHERE t.id = ${id}`,
  );
  return row && targetOf(row);
}

export async function release(db: Database, { id }: Target): Promise<void> {
  await db.execute(sql`UPDATE ${noticeTargets} SET busy_until = NULL WHERE id = ${id}`);
}

interface MessageRow extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
  readonly occurred_ms: number;
  readonly now_ms: number;
  readonly data: unknown;
}

/** Notices to send, and the database's clock. */
export interface Due {
  readonly at: Date;
  readonly messages: readonly Message[];
}

/** Reads the notices that are due at a claimed target, oldest first, and keeps it for longer. */
export async function dueOf(db: Database, { id, channel }: Target): Promise<Due | undefined> {
  return readMessages(
    db,
    sql`
    WITH kept AS (
      UPDATE ${noticeTargets} SET busy_until = clock_timestamp() + make_interval(secs => ${BUSY_S})
      WHERE id = ${id} AND state IN ('active', 'failing')
        AND coalesce(${isDue(sql`hold_until`)}, true) RETURNING id
    )
    SELECT n.id, n.type, n.data, extract(epoch FROM n.occurred_at)::float8 * 1000 AS occurred_ms,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms
    FROM kept JOIN notice_deliveries d ON d.target_id = kept.id JOIN notices n ON n.id = d.notice_id
    WHERE d.state = 'pending' AND ${isDue(sql`d.next_at`)}
    ORDER BY n.id LIMIT ${channel === 'email' ? MAX_IN_MAIL : 1}`,
  );
}

/** Reads one stored notice. */
export async function storedNotice(
  db: Database | Transaction,
  noticeId: string,
): Promise<Due | undefined> {
  return readMessages(
    db,
    sql`
    SELECT id, type, data, extract(epoch FROM occurred_at)::float8 * 1000 AS occurred_ms,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms
    FROM notices WHERE id = ${noticeId}`,
  );
}

async function readMessages(db: Database | Transaction, query: SQL): Promise<Due | undefined> {
  const rows = await db.execute<MessageRow>(query);
  const [first] = rows;
  if (first === undefined) return undefined;
  const messages = rows.map(({ id, type, data, occurred_ms }) => ({
    id,
    type,
    data,
    occurredAt: new Date(occurred_ms),
  }));
  return { at: new Date(first.now_ms), messages };
}
