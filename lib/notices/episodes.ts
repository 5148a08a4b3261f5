import { and, asc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { episodes } from '@/db/schema/index';
import { SECOND_MS } from '@/lib/base/time/time';

/** When an episode opens, closes and is notified, in milliseconds. */
export interface EpisodeRules {
  /** Age at which an open episode is notified. */
  readonly waitMs?: number;
  /** Time for which the condition must be false before the episode closes. */
  readonly clearMs?: number;
  /** Time after its end in which the condition reopens the same episode. */
  readonly mergeMs?: number;
  /** Least time between two notices about the same subject. */
  readonly cooldownMs?: number;
}

/** Something that is true now. */
export interface Condition {
  readonly subject: string;
  readonly integrationId?: number;
  /** Never an identifier; amounts as decimal text. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The beginning or end of an episode, to be notified. */
export interface Notified extends Condition {
  readonly id: number;
  readonly event: 'opened' | 'closed';
  readonly openedAt: Date;
  readonly at: Date;
}

interface Options {
  /** The first check: what is true already is never notified. */
  readonly isFirst?: boolean;
  /** Present instant, the database's unless given. */
  readonly at?: Date;
}

interface Row extends Record<string, unknown> {
  readonly id: number;
  readonly event: 'opened' | 'closed';
  readonly subject: string;
  readonly integration_id: number | null;
  readonly opened_ms: number;
  readonly at_ms: number;
  readonly data: Condition['data'];
}

/**
 * Takes everything of a kind that is true now. Opens, extends, merges and closes its episodes, and
 * returns what to notify, in one statement. An episode that opens within the cooldown is notified
 * after it, if it is still open. The end of an episode is notified only if its beginning was.
 */
export async function keepEpisodes(
  tx: Transaction,
  kind: string,
  { waitMs = 0, clearMs = 0, mergeMs = 0, cooldownMs = 0 }: EpisodeRules,
  conditions: readonly Condition[],
  { isFirst = false, at }: Options = {},
): Promise<Notified[]> {
  const now = at === undefined ? sql`clock_timestamp()` : sql`${at.toISOString()}::timestamptz`;
  const ago = (ms: number) => sql`clock.at - make_interval(secs => ${ms / SECOND_MS}::float8)`;
  /** A time in the future was stored while the clock was ahead: it is over too. */
  const isOver = (time: SQL, ms: number) => sql`(${time} <= ${ago(ms)} OR ${time} > clock.at)`;
  const rows = await tx.execute<Row>(sql`
    WITH clock AS MATERIALIZED (SELECT ${now} AS at),
    now_true AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(conditions)}::jsonb)
        AS c(subject text, "integrationId" integer, data jsonb)
    ), newest AS MATERIALIZED (
      SELECT DISTINCT ON (subject) id, subject, opened_at, closed_at, last_true_at, told_at, silent,
        max(told_at) OVER (PARTITION BY subject) AS last_told_at
      FROM ${episodes}
      WHERE kind = ${kind}
        AND (closed_at IS NULL OR subject IN (SELECT subject FROM now_true))
      ORDER BY subject, id DESC
    ), going_on AS (
      SELECT e.id, c.data, CASE
          WHEN e.told_at IS NULL AND NOT e.silent AND ${isOver(sql`e.opened_at`, waitMs)}
            AND coalesce(${isOver(sql`e.last_told_at`, cooldownMs)}, true)
          THEN clock.at ELSE e.told_at END AS told_at
      FROM newest e JOIN now_true c USING (subject) CROSS JOIN clock
      WHERE e.closed_at IS NULL OR NOT ${isOver(sql`e.closed_at`, mergeMs)}
    ), extended AS (
      UPDATE ${episodes} e
      SET last_true_at = clock.at, closed_at = NULL, data = g.data, told_at = g.told_at
      FROM going_on g, clock WHERE e.id = g.id
      RETURNING e.*, 'opened' AS event
    ), closed AS (
      UPDATE ${episodes} e SET closed_at = clock.at FROM newest n, clock
      WHERE e.id = n.id AND n.closed_at IS NULL AND ${isOver(sql`n.last_true_at`, clearMs)}
        AND NOT EXISTS (SELECT FROM now_true c WHERE c.subject = n.subject)
      RETURNING e.*, 'closed' AS event
    ), opened AS (
      INSERT INTO ${episodes} (kind, subject, integration_id, opened_at, last_true_at, told_at, silent,
        data)
      SELECT ${kind}, c.subject, c."integrationId", clock.at, clock.at, CASE
          WHEN NOT ${isFirst} AND ${waitMs}::float8 <= 0
            AND coalesce(${isOver(sql`e.last_told_at`, cooldownMs)}, true) THEN clock.at END,
        ${isFirst}, c.data
      FROM now_true c CROSS JOIN clock LEFT JOIN newest e USING (subject)
      WHERE NOT EXISTS (SELECT FROM going_on g WHERE g.id = e.id)
      RETURNING *, 'opened' AS event
    )
    SELECT t.id, t.event, t.subject, t.integration_id, t.data,
      extract(epoch FROM t.opened_at)::float8 * 1000 AS opened_ms,
      extract(epoch FROM clock.at)::float8 * 1000 AS at_ms
    FROM (SELECT * FROM extended UNION ALL SELECT * FROM opened UNION ALL SELECT * FROM closed) t, clock
    WHERE CASE t.event WHEN 'closed' THEN t.told_at IS NOT NULL ELSE t.told_at = clock.at END
    ORDER BY t.id`);
  return rows.map(({ integration_id, opened_ms, at_ms, ...row }) => ({
    id: row.id,
    event: row.event,
    subject: row.subject,
    data: row.data,
    ...(integration_id !== null && { integrationId: integration_id }),
    openedAt: new Date(opened_ms),
    at: new Date(at_ms),
  }));
}

/** When a condition was true. */
export interface Span extends Pick<Condition, 'subject' | 'data'> {
  readonly from: Date;
  /** Null while it goes on. */
  readonly to: Date | null;
}

/** Lists the episodes of a kind that are open or ended after an instant, the oldest first. */
export async function listEpisodes(db: Database, kind: string, endedSince: Date): Promise<Span[]> {
  const { closedAt, data, lastTrueAt, openedAt, subject } = episodes;
  const to = sql`CASE WHEN ${closedAt} IS NOT NULL THEN ${lastTrueAt} END`.mapWith(lastTrueAt);
  return db
    .select({ subject, data, from: openedAt, to })
    .from(episodes)
    .where(and(eq(episodes.kind, kind), or(isNull(closedAt), gte(closedAt, endedSince))))
    .orderBy(asc(openedAt));
}
