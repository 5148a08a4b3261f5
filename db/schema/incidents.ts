import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** States of an incident in their order, then those of maintenance. */
export const INCIDENT_STATES = [
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'scheduled',
  'in_progress',
  'completed',
] as const;

/** What people say publicly about the lookups: incidents, and maintenance announced ahead. */
export const incidents = pgTable(
  'incidents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['incident', 'maintenance'] }).notNull(),
    title: text().notNull(),
    lookups: text().array().notNull(),
    impact: text({ enum: ['minor', 'major'] }).notNull(),
    /** While it is under way, its lookups are refused without asking their source. */
    switchesOff: boolean('switches_off').notNull().default(false),
    startsAt: instant('starts_at').notNull().default(sql`clock_timestamp()`),
    endsAt: instant('ends_at'),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    check('incidents_kind', sql`${table.kind} IN ('incident', 'maintenance')`),
    check('incidents_impact', sql`${table.impact} IN ('minor', 'major')`),
    check('incidents_title', sql`length(${table.title}) BETWEEN 1 AND 120`),
    check('incidents_lookups', sql`cardinality(${table.lookups}) > 0`),
    check('incidents_ends', sql`${table.kind} = 'incident' OR ${table.endsAt} > ${table.startsAt}`),
    check('incidents_known_end', sql`${table.kind} = 'incident' OR ${table.endsAt} IS NOT NULL`),
  ],
);

/** Append-only: what the public read stays. */
export const incidentUpdates = pgTable(
  'incident_updates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    incidentId: integer('incident_id')
      .notNull()
      .references(() => incidents.id),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    state: text({ enum: INCIDENT_STATES }).notNull(),
    text: text().notNull(),
    /** Who wrote it; never published. */
    actor: text().notNull(),
  },
  (table) => [
    index('incident_updates_incident').on(table.incidentId, table.id),
    check('incident_updates_text', sql`length(${table.text}) BETWEEN 1 AND 2000`),
  ],
);
