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

/** Properties by which queries are counted. `status` is 0 and `latency` -1 where there is none. */
const facets = {
  lookup: text().notNull(),
  ending: text().notNull(),
  responsible: text().notNull(),
  status: smallint().notNull(),
  /** Place of the duration among the bounds of `latency_bucket`. */
  latency: smallint().notNull(),
};

const counts = { queries: integer().notNull(), charged: amount().notNull() };

const countColumns = {
  grain: text({ enum: ['hour', 'day'] }).notNull(),
  integrationId: integer('integration_id').notNull(),
  start: instant('start').notNull(),
  ...facets,
  ...counts,
};

const integrationDayColumns = {
  integrationId: integer('integration_id').notNull(),
  day: instant('day').notNull(),
  lookup: text().notNull(),
  ...counts,
  lastAt: instant('last_at').notNull(),
};

const credentialDayColumns = {
  credentialId: integer('credential_id').notNull(),
  day: instant('day').notNull(),
  queries: integer().notNull(),
  lastAt: instant('last_at').notNull(),
};

/**
 * Counts that each settlement inserts in its own statement. They are folded into the tables below a
 * moment later. The views `counted_*` add both.
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
export const queryCounts = pgTable('query_counts', countColumns, (table) => {
  const { grain, integrationId, start, lookup, ending, responsible, status, latency } = table;
  return [
    primaryKey({
      name: 'query_counts_key',
      columns: [grain, integrationId, start, lookup, ending, responsible, status, latency],
    }),
  ];
});

/** The counts with those not folded yet. A key may have several rows, so sum them. */
export const countedQueries = pgView('counted_queries', countColumns).existing();

/** Queries by integration, day of Guatemala and lookup, with the time of the last one. */
export const integrationDays = pgTable('integration_days', integrationDayColumns, (table) => [
  primaryKey({ columns: [table.integrationId, table.day, table.lookup] }),
  index('integration_days_day').on(table.day),
]);

/** The days of integrations with the counts not folded yet. A key may have several rows. */
export const countedIntegrationDays = pgView(
  'counted_integration_days',
  integrationDayColumns,
).existing();

/** Queries of each token by day of Guatemala. */
export const credentialDays = pgTable('credential_days', credentialDayColumns, (table) => [
  primaryKey({ columns: [table.credentialId, table.day] }),
]);

/** The days of tokens with the counts not folded yet. A key may have several rows. */
export const countedCredentialDays = pgView(
  'counted_credential_days',
  credentialDayColumns,
).existing();

/** The last run of each task that one of several instances runs, with its result. */
export const taskRuns = pgTable('task_runs', {
  name: text().primaryKey(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  result: jsonb(),
  error: text(),
});
