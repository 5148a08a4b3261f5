import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * One row per query that reached its source (contract, 'Limits', rule 8). Partitioned by month of
 * `created_at`, the moment of its reservation by the database's clock. `estado`: `completada` when an
 * answer was given, `cancelada` when the client hung up, `interrumpida` when nobody settled in time;
 * only the first has a status.
 */
export const queryRecords = pgTable(
  'query_records',
  {
    id: uuid().notNull(),
    integrationId: integer('integration_id').notNull(),
    credentialId: integer('credential_id').notNull(),
    lookup: text().notNull(),
    estado: text({ enum: ['completada', 'cancelada', 'interrumpida'] }).notNull(),
    status: smallint(),
    /** The failure by its short name, or `found`. */
    outcome: text().notNull(),
    durationMs: integer('duration_ms'),
    sourceMs: integer('source_ms'),
    charged: bigint({ mode: 'bigint' }).notNull(),
    identifiers: jsonb().notNull(),
    requestId: text('request_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('query_records_by_integration').on(table.integrationId, table.createdAt, table.id),
    check(
      'query_records_charged',
      sql`${table.charged} = 0 OR (${table.charged} > 0 AND ${table.status} IS NOT DISTINCT FROM 200)`,
    ),
    check(
      'query_records_status',
      sql`(${table.estado} = 'completada') = (${table.status} IS NOT NULL)`,
    ),
  ],
);
