import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** One row, which the migration made. Tells deployments apart where they share Redis or Prometheus. */
export const deployment = pgTable(
  'deployment',
  {
    row: integer().primaryKey().default(1),
    /** Twelve random hexadecimal digits. */
    id: text().notNull().default(sql`left(replace(gen_random_uuid()::text, '-', ''), 12)`),
  },
  (table) => [check('deployment_one', sql`${table.row} = 1`)],
);
