import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    role: text({ enum: ['admin', 'soporte'] }).notNull(),
    /** argon2id, in PHC string format. */
    passwordHash: text('password_hash').notNull(),
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_role', sql`${table.role} IN ('admin', 'soporte')`),
  ],
);

/** Who changed what: written in the change's own transaction, never updated or deleted. */
export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  actor: text().notNull(),
  action: text().notNull(),
  integrationId: integer('integration_id'),
  target: text().notNull(),
  before: jsonb(),
  after: jsonb(),
});
