import { getTableColumns, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { amount, bytea } from './columns';

/** One column per lookup, with the contract's name of its flag. */
const flags = {
  is_renap_enabled: boolean().notNull().default(false),
  is_rtu_enabled: boolean().notNull().default(false),
  is_cui_nit_enabled: boolean().notNull().default(false),
  is_rtu_v2_enabled: boolean().notNull().default(false),
  is_omisos_enabled: boolean().notNull().default(false),
};

const switches = {
  /** Whether catalog answers carry headers with the query's id, cost and balance. */
  receipts_enabled: boolean().notNull().default(false),
  /** Whether a 200 carries a signed proof of what was answered. */
  proofs_enabled: boolean().notNull().default(false),
  /** Whether its own people may rotate its token. */
  own_rotation: boolean().notNull().default(false),
};

/** Limits of this integration alone; null for none of its own. */
const limits = {
  /** Most that its queries may cost in a day and a month of Guatemala, in 1/10000 quetzal. */
  cap_day: amount(),
  cap_month: amount(),
  /** Requests per minute by family; the deployment's where null. */
  limit_renap: integer(),
  limit_rtu: integer(),
  limit_catalogos: integer(),
  /** Networks from which its requests are exempt from the limit per address: `10.0.0.0/8, ...`. */
  trusted_networks: text(),
};

/** Customer, contacts and notes for the team. */
const details = {
  /** Whom the account statement is addressed to. */
  customer_name: text(),
  customer_tax_number: text(),
  contact_name: text(),
  contact_email: text(),
  contact_phone: text(),
  notes: text(),
  /** Available balance below which the integration counts as low; null for none. */
  low_balance: amount(),
};

/** Integrations. Never deleted, because the ledger refers to them. */
export const integrations = pgTable(
  'integrations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull().unique(),
    ...flags,
    ...switches,
    ...limits,
    ...details,
    suspendedAt: timestamp('suspended_at', { withTimezone: true }),
    /** Raised by every change of settings, so that a form notices changes made meanwhile. */
    version: integer().notNull().default(1),
    /** Raised by a trigger with every change of the row or its credentials; checked by caches. */
    accessVersion: integer('access_version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('integrations_nombre', sql`${table.nombre} ~ '^[a-z0-9._-]{3,64}$'`),
    check('integrations_low_balance', sql`${table.low_balance} >= 0`),
  ],
);

/** Columns of settings, for selects. Requests and the audit log use the same names. */
export const switchColumns = columnsOf({ ...flags, ...switches });
export const limitColumns = columnsOf(limits);
export const detailColumns = columnsOf(details);
export const settingColumns = { ...switchColumns, ...limitColumns, ...detailColumns };

export type SwitchColumn = keyof typeof switchColumns;
export const SWITCH_COLUMNS = Object.keys(switchColumns) as SwitchColumn[];

/** Selects integrations whose name contains `part`, in any case and with any separators. */
export function isNamed(part: string) {
  const alike = part.toLowerCase().replaceAll(/[ ._]/g, '-');
  return sql`strpos(translate(${integrations.nombre}, '._', '--'), ${alike}) > 0`;
}

function columnsOf<T extends Partial<typeof integrations> | object>(named: T) {
  return Object.fromEntries(
    Object.entries(getTableColumns(integrations)).filter(([name]) => Object.hasOwn(named, name)),
  ) as Pick<typeof integrations, keyof T & keyof typeof integrations>;
}

/** Tokens of an integration; only the digest can verify one. Two may be live during a rotation. */
export const credentials = pgTable(
  'credentials',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    integrationId: integer('integration_id')
      .notNull()
      .references(() => integrations.id),
    digest: bytea().notNull().unique(),
    prefix: text().notNull(),
    lastFour: text('last_four').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [
    index('credentials_integration').on(table.integrationId),
    check('credentials_digest', sql`octet_length(${table.digest}) = 32`),
  ],
);
