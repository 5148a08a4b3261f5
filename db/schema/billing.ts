import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { instant } from './columns';
import { integrations } from './integrations';

const amount = (name?: string) =>
  name === undefined ? bigint({ mode: 'bigint' }) : bigint(name, { mode: 'bigint' });

/** Prepaid balance of an integration, in 1/10000 quetzal. Available is `saldo` − `reservado`. */
export const accounts = pgTable(
  'accounts',
  {
    integrationId: integer('integration_id')
      .primaryKey()
      .references(() => integrations.id),
    saldo: amount().notNull().default(sql`0`),
    reservado: amount().notNull().default(sql`0`),
    tarifa: amount().notNull(),
    /** Number of the newest ledger entry: what makes the ledger's numbers gapless. */
    ledgerSeq: amount('ledger_seq').notNull().default(sql`0`),
  },
  (table) => [
    check('accounts_saldo', sql`${table.saldo} >= 0`),
    check('accounts_reservado', sql`${table.reservado} >= 0`),
    check('accounts_covered', sql`${table.reservado} <= ${table.saldo}`),
    check('accounts_tarifa', sql`${table.tarifa} >= 0`),
  ],
);

/**
 * A query under way: what it may cost and everything needed to record it if nobody comes back.
 * Its deletion is the token that makes settling happen once. No foreign key: integrations are never
 * deleted, and the check would lock a row of theirs on every query.
 */
export const holds = pgTable(
  'holds',
  {
    queryId: uuid('query_id').primaryKey(),
    integrationId: integer('integration_id').notNull(),
    credentialId: integer('credential_id').notNull(),
    lookup: text().notNull(),
    amount: amount().notNull(),
    identifiers: jsonb().notNull(),
    requestId: text('request_id').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('holds_expiry').on(table.expiresAt),
    index('holds_integration').on(table.integrationId, table.expiresAt),
    check('holds_amount', sql`${table.amount} >= 0`),
  ],
);

/** Every change of `saldo`, for ever. Holds no personal data and outlives the query records. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    integrationId: integer('integration_id')
      .notNull()
      .references(() => accounts.integrationId),
    seq: amount().notNull(),
    kind: text({ enum: ['recarga', 'cobro', 'ajuste'] }).notNull(),
    amount: amount().notNull(),
    balanceAfter: amount('balance_after').notNull(),
    queryId: uuid('query_id'),
    queryCreatedAt: instant('query_created_at'),
    actor: text().notNull(),
    nota: text(),
    /** Of the request for a top-up: sent twice, it adds once. */
    idempotencyKey: uuid('idempotency_key'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.seq] }),
    uniqueIndex('ledger_one_charge_per_query')
      .on(table.queryId)
      .where(sql`${table.kind} = 'cobro'`),
    uniqueIndex('ledger_idempotency_key')
      .on(table.integrationId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} IS NOT NULL`),
    check('ledger_seq', sql`${table.seq} > 0`),
    check('ledger_balance', sql`${table.balanceAfter} >= 0`),
    check(
      'ledger_kind',
      sql`CASE ${table.kind}
        WHEN 'cobro' THEN ${table.amount} <= 0 AND ${table.queryId} IS NOT NULL AND ${table.queryCreatedAt} IS NOT NULL
        WHEN 'recarga' THEN ${table.amount} > 0 AND ${table.queryId} IS NULL
        WHEN 'ajuste' THEN ${table.amount} <> 0
        ELSE false END`,
    ),
  ],
);
