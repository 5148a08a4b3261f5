import {
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { amount, instant } from './columns';

/** What every count of queries is told apart by. `status` is 0 and `latency` -1 where there is none. */
const facets = {
  lookup: text().notNull(),
  outcome: text().notNull(),
  status: smallint().notNull(),
  /** Place of the duration among the bounds of `latency_bucket`. */
  latency: smallint().notNull(),
};

const counts = {
  queries: integer().notNull(),
  charged: amount().notNull(),
};

/**
 * Counts that a settlement leaves in its own statement, so that they are right to the record; folded
 * into the tables below a moment later. Whoever reads those adds these.
 */
export const pendingCounts = pgTable('pending_counts', {
  hour: instant('hour').notNull(),
  integrationId: integer('integration_id').notNull(),
  credentialId: integer('credential_id').notNull(),
  ...facets,
  ...counts,
  lastAt: instant('last_at').notNull(),
});

/**
 * Queries by hour and by day of Guatemala, of each integration and of all (integration 0). Kept when
 * their records are gone; hours of single integrations for a while only.
 */
export const queryCounts = pgTable(
  'query_counts',
  {
    grain: text({ enum: ['hour', 'day'] }).notNull(),
    integrationId: integer('integration_id').notNull(),
    start: instant('start').notNull(),
    ...facets,
    ...counts,
  },
  (table) => [
    primaryKey({
      columns: [
        table.grain,
        table.integrationId,
        table.start,
        table.lookup,
        table.outcome,
        table.status,
        table.latency,
      ],
    }),
  ],
);

/** Those counts, right to the record: several rows for one key are added up. */
export const countedQueries = pgView('counted_queries', {
  grain: text({ enum: ['hour', 'day'] }).notNull(),
  integrationId: integer('integration_id').notNull(),
  start: instant('start').notNull(),
  ...facets,
  ...counts,
}).existing();

/** One row per integration, day of Guatemala and lookup: pace, impact and last query at a glance. */
export const integrationDays = pgTable(
  'integration_days',
  {
    integrationId: integer('integration_id').notNull(),
    day: instant('day').notNull(),
    lookup: text().notNull(),
    ...counts,
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.day, table.lookup] }),
    index('integration_days_day').on(table.day),
  ],
);

/** The days of integrations with the counts not folded in yet: several rows per key, so sum them. */
export const countedIntegrationDays = pgView('counted_integration_days', {
  integrationId: integer('integration_id').notNull(),
  day: instant('day').notNull(),
  lookup: text().notNull(),
  ...counts,
  lastAt: instant('last_at').notNull(),
}).existing();

/** How many queries each token makes. */
export const credentialDays = pgTable(
  'credential_days',
  {
    credentialId: integer('credential_id').notNull(),
    day: instant('day').notNull(),
    queries: integer().notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.credentialId, table.day] })],
);

/** The days of tokens with the counts not folded in yet: several rows per key, so sum them. */
export const countedCredentialDays = pgView('counted_credential_days', {
  credentialId: integer('credential_id').notNull(),
  day: instant('day').notNull(),
  queries: integer().notNull(),
  lastAt: instant('last_at').notNull(),
}).existing();

/** What runs by itself on any one of several instances: when it last did, and what came of it. */
export const taskRuns = pgTable('task_runs', {
  name: text().primaryKey(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  result: jsonb(),
  error: text(),
});
