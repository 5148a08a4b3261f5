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
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, identifierKeys, instant } from './columns';

/**
 * One row per query that reached its source (contract, 'Limits', rule 8). Partitioned by month of
 * `created_at`, the time of its reservation by the database's clock. `estado` is `completada` when
 * an answer was given, `cancelada` when the client hung up, `interrumpida` when the query was not
 * settled in time. Only the first has a status.
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
    /** How the query ended, and the party at fault. */
    ending: text().notNull(),
    responsible: text().notNull(),
    /** Why the query ended so: a word or a code. */
    cause: text(),
    durationMs: integer('duration_ms'),
    sourceMs: integer('source_ms'),
    /** Milliseconds of the steps before the settlement, in the order of `RECORDED_STEPS`. */
    stepsMs: real('steps_ms').array(),
    charged: bigint({ mode: 'bigint' }).notNull(),
    /** Whether the same was charged minutes before; decided when older queries have ended. */
    repeated: boolean().notNull().default(false),
    /** The sealed identifiers; null after retention. */
    identifiers: bytea(),
    /** Keyed digests of the identifiers, for exact search; emptied with them. */
    identifierKeys: identifierKeys(),
    requestId: text('request_id').notNull(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('query_records_by_integration').on(table.integrationId, table.createdAt, table.id),
    index('query_records_newest').on(table.createdAt, table.id),
    index('query_records_unsuccessful')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} IS DISTINCT FROM 200`),
    index('query_records_repeated').on(table.createdAt, table.id).where(sql`${table.repeated}`),
    index('query_records_by_request').on(table.requestId),
    index('query_records_by_identifier').using('gin', table.identifierKeys),
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

/**
 * Counts, by minute, of requests refused before their source. They leave no record, but support
 * must see why an integrator gets errors. No identifiers.
 */
export const refusalCounts = pgTable(
  'refusal_counts',
  {
    minute: instant('minute').notNull(),
    /** 0 without valid credentials; `nombre` is then the name that was sent. */
    integrationId: integer('integration_id').notNull(),
    nombre: text().notNull(),
    lookup: text().notNull(),
    reason: text().notNull(),
    /** Address of a caller without valid credentials; empty for an integration. */
    address: text().notNull().default(''),
    refusals: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.minute,
        table.integrationId,
        table.nombre,
        table.lookup,
        table.reason,
        table.address,
      ],
    }),
    index('refusal_counts_integration').on(table.integrationId, table.minute),
  ],
);

/** How often each field of the present source of a lookup had a value. Holds no value. */
export const sourceShapes = pgTable('source_shapes', {
  lookup: text().primaryKey(),
  adapter: text().notNull(),
  fields: jsonb().notNull(),
});

/** Saved views: filters of the query records. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
);
