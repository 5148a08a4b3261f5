import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns';
import { integrations } from './integrations';

/** Conditions that begin and end, such as a low balance. Each is notified once. */
export const episodes = pgTable(
  'episodes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** What the condition is about: name of an integration, source or token id. */
    subject: text().notNull(),
    integrationId: integer('integration_id').references(() => integrations.id),
    openedAt: instant('opened_at').notNull(),
    lastTrueAt: instant('last_true_at').notNull(),
    closedAt: instant('closed_at'),
    toldAt: instant('told_at'),
    /** Was true before the first check, so it is never notified. */
    silent: boolean().notNull(),
    data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (table) => [
    uniqueIndex('episodes_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.closedAt} IS NULL`),
    index('episodes_subject').on(table.kind, table.subject, table.id),
  ],
);

/** Notices, one per event. The id is the webhook's. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    type: text().notNull(),
    /** Null for the staff of the service. */
    integrationId: integer('integration_id').references(() => integrations.id),
    occurredAt: instant('occurred_at').notNull(),
    data: jsonb().notNull(),
    /** The event, such as `audit:1234`: the same event makes no second notice. */
    source: text().notNull().unique(),
  },
  (table) => [
    index('notices_integration').on(table.integrationId, table.id),
    check('notices_data', sql`octet_length(${table.data}::text) <= 8192`),
  ],
);

export const TARGET_STATES = ['unconfirmed', 'active', 'paused', 'failing', 'disabled'] as const;
export const TARGET_REASONS = ['gone', 'failing', 'rejected', 'unsubscribed', 'left'] as const;
const CHANNELS = ['email', 'webhook'] as const;

const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Where notices of an integration, or of the staff, are sent. */
export const noticeTargets = pgTable(
  'notice_targets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    integrationId: integer('integration_id').references(() => integrations.id),
    channel: text({ enum: CHANNELS }).notNull(),
    /** E-mail address in lower case, or URL. */
    address: text().notNull(),
    /** Sealed secrets of a webhook. The old one signs until `oldUntil`. */
    secret: bytea(),
    oldSecret: bytea('old_secret'),
    oldUntil: instant('old_until'),
    /** Types that it receives; null for all. */
    types: text().array(),
    locale: text({ enum: ['es', 'en'] })
      .notNull()
      .default('es'),
    state: text({ enum: TARGET_STATES }).notNull(),
    /** Why it is disabled; `left`: paused, because the person may no longer enter. */
    reason: text({ enum: TARGET_REASONS }),
    confirmDigest: bytea('confirm_digest'),
    confirmUntil: instant('confirm_until'),
    /** Failures in a row, and since when. */
    failures: integer().notNull().default(0),
    failingSince: instant('failing_since'),
    /** Nothing is sent before; the back-off of a dead endpoint. */
    holdUntil: instant('hold_until'),
    /** Claimed by a sender until then. */
    busyUntil: instant('busy_until'),
    version: integer().notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('notice_targets_one').on(
      sql`coalesce(${table.integrationId}, 0)`,
      table.channel,
      table.address,
    ),
    check('notice_targets_channel', sql`${table.channel} IN (${oneOf(CHANNELS)})`),
    check('notice_targets_state', sql`${table.state} IN (${oneOf(TARGET_STATES)})`),
    check('notice_targets_reason', sql`${table.reason} IN (${oneOf(TARGET_REASONS)})`),
    check(
      'notice_targets_disabled',
      sql`CASE ${table.state} WHEN 'disabled' THEN ${table.reason} IS NOT NULL
        WHEN 'paused' THEN coalesce(${table.reason}, 'left') = 'left' ELSE ${table.reason} IS NULL END`,
    ),
    check(
      'notice_targets_secret',
      sql`(${table.channel} = 'webhook') = (${table.secret} IS NOT NULL)`,
    ),
  ],
);

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'dropped'] as const;

/** A notice to a target. */
export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id),
    targetId: integer('target_id')
      .notNull()
      .references(() => noticeTargets.id),
    state: text({ enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAt: instant('next_at').notNull(),
    /** Status of the last answer, if there was one; else the error, in one word. */
    status: integer(),
    error: text(),
    durationMs: integer('duration_ms'),
    doneAt: instant('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.targetId] }),
    index('notice_deliveries_due')
      .on(table.targetId, table.nextAt)
      .where(sql`${table.state} = 'pending'`),
    index('notice_deliveries_target').on(table.targetId, table.noticeId),
    check('notice_deliveries_state', sql`${table.state} IN (${oneOf(DELIVERY_STATES)})`),
  ],
);

/**
 * Counts letters, tests and repetitions by where they went, and keeps unsubscriptions. Removing a
 * target changes nothing here.
 */
export const noticeCounts = pgTable('notice_counts', {
  /** Keyed digest of what is counted, such as an address. */
  digest: bytea().primaryKey(),
  /** When it was sent. */
  times: instant('times').array().notNull(),
  /** The row is forgotten then; `infinity` for an unsubscription. */
  until: instant('until').notNull(),
});

/** One row: the last audit row that made its notices. */
export const noticeCursor = pgTable(
  'notice_cursor',
  {
    id: integer().primaryKey().default(1),
    auditId: bigint('audit_id', { mode: 'bigint' }).notNull(),
  },
  (table) => [check('notice_cursor_one', sql`${table.id} = 1`)],
);
