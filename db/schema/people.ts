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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { PLACE_ROLES, ROLES } from '@/lib/access/permissions';
import { bytea, instant } from './columns';
import { integrations } from './integrations';

const listed = (roles: readonly string[]) => sql.raw(roles.map((role) => `'${role}'`).join(', '));

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** The integration to which the person belongs; null for staff. */
    integrationId: integer('integration_id').references(() => integrations.id),
    /** argon2id, in PHC string format; null until an invited user sets one. */
    passwordHash: text('password_hash'),
    /** Somebody else knows the password: its user must change it at the first sign-in. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** Raised to end every session of the user: new password, role or second factor. */
    sessionVersion: integer('session_version').notNull().default(1),
    /** Secret of the second factor, encrypted; counts once `totpConfirmedAt` is set. */
    totpSecret: bytea('totp_secret'),
    totpConfirmedAt: instant('totp_confirmed_at'),
    /** Time step of the last used code, so that no code works twice. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
    /** Issuer and subject of the account at the identity provider, since its first sign-in. */
    identity: text(),
    locale: text({ enum: ['es', 'en'] })
      .notNull()
      .default('es'),
    theme: text({ enum: ['auto', 'light', 'dark'] })
      .notNull()
      .default('auto'),
    /** Whether tables have high rows. */
    comfortable: boolean().notNull().default(false),
    disabledAt: instant('disabled_at'),
    lastSignInAt: instant('last_sign_in_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_identity').on(table.identity),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_integration').on(table.integrationId),
    check('users_role', sql`${table.role} IN (${listed(ROLES)})`),
    check(
      'users_place',
      sql`(${table.role} IN (${listed(PLACE_ROLES)})) = (${table.integrationId} IS NOT NULL)`,
    ),
    check('users_locale', sql`${table.locale} IN ('es', 'en')`),
    check('users_theme', sql`${table.theme} IN ('auto', 'light', 'dark')`),
  ],
);

/** Console sessions. The cookie holds only the id. */
export const consoleSessions = pgTable(
  'console_sessions',
  {
    id: uuid().primaryKey(),
    /** Names the session to its user; the id stays in the cookie. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sessionVersion: integer('session_version').notNull(),
    address: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`clock_timestamp()`),
    /** When the password was last entered; important changes ask again after a while. */
    authenticatedAt: instant('proven_at').notNull().default(sql`clock_timestamp()`),
    endedAt: instant('ended_at'),
  },
  (table) => [index('console_sessions_user').on(table.userId)],
);

/** Digests of one-time codes for a lost second factor. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    digest: bytea().notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

/** Digests of one-time links by which an invited user sets a password. */
export const invitations = pgTable('invitations', {
  digest: bytea().primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Failed attempts by device, address, account, session and user. Old rows are overwritten. */
export const signInThrottles = pgTable('sign_in_throttles', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
  blockedUntil: instant('blocked_until'),
});

/** Roles for which an administrator requires a second factor. */
export const rolePolicies = pgTable('role_policies', {
  role: text({ enum: ROLES }).primaryKey(),
  secondFactorRequired: boolean('second_factor_required').notNull().default(false),
});

/** Audit rows, each written in the transaction of its change. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    actor: text().notNull(),
    action: text().notNull(),
    integrationId: integer('integration_id'),
    target: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    /** Address the change came from; absent on the command line. */
    address: text(),
    /** Keyed hash over this row and the link of the one before; null in rows that the app did not write. */
    link: bytea(),
  },
  (table) => [
    index('audit_log_integration').on(table.integrationId, table.id),
    index('audit_log_actor').on(table.actor, table.id),
    index('audit_log_action').on(table.action, table.id),
    index('audit_log_target').on(table.target, table.id),
    index('audit_log_at').on(table.at),
    /** Finds the row of a ledger entry. */
    index('audit_log_entry')
      .on(table.integrationId, sql`(${table.after}->>'entry')`)
      .where(sql`${table.action} IN ('billing.top_up', 'billing.adjust', 'billing.refund')`),
  ],
);

/** Newest rows of the audit log at earlier verifications. Only ever added to. */
export const auditHeads = pgTable('audit_heads', {
  auditId: bigint('audit_id', { mode: 'bigint' }).primaryKey(),
  link: bytea().notNull(),
});
