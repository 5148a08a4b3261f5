import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, bytea, identifierKeys, instant } from './columns';
import { integrations } from './integrations';

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
    /** Scheduled tariff, which replaces `tarifa` from `nextTarifaAt` on: see `tariffNow`. */
    nextTarifa: amount('next_tarifa'),
    nextTarifaAt: instant('next_tarifa_at'),
    /** Number of the newest ledger entry. It makes the numbers gapless. */
    ledgerSeq: amount('ledger_seq').notNull().default(sql`0`),
    /** Charges less refunds of the day of Guatemala `spent_on`, and of its month. */
    spentOn: date('spent_on').notNull().default(sql`'1970-01-01'`),
    spentDay: amount('spent_day').notNull().default(sql`0`),
    spentMonth: amount('spent_month').notNull().default(sql`0`),
  },
  (table) => [
    check('accounts_saldo', sql`${table.saldo} >= 0`),
    check('accounts_reservado', sql`${table.reservado} >= 0`),
    check('accounts_covered', sql`${table.reservado} <= ${table.saldo}`),
    check('accounts_tarifa', sql`${table.tarifa} >= 0`),
    check(
      'accounts_next_tarifa',
      sql`(${table.nextTarifa} IS NULL) = (${table.nextTarifaAt} IS NULL) AND ${table.nextTarifa} >= 0`,
    ),
  ],
);

/** Amounts spent today and this month, for the spending caps. */
export const spentNow = {
  spentDay: sql`CASE WHEN ${accounts.spentOn} = guatemala_date(clock_timestamp())
    THEN ${accounts.spentDay} ELSE 0 END`.mapWith(accounts.spentDay),
  spentMonth: sql`CASE WHEN date_trunc('month', ${accounts.spentOn}::timestamp)
    = date_trunc('month', guatemala_date(clock_timestamp())::timestamp)
    THEN ${accounts.spentMonth} ELSE 0 END`.mapWith(accounts.spentMonth),
};

/** The tariff in force: the scheduled one from its instant on, on every instance. */
export const tariffNow = sql`CASE WHEN ${accounts.nextTarifaAt} <= clock_timestamp()
  THEN ${accounts.nextTarifa} ELSE ${accounts.tarifa} END`.mapWith(accounts.tarifa);

const isToCome = sql`${accounts.nextTarifaAt} > clock_timestamp()`;

/** The scheduled tariff before its instant; null when there is none. */
export const tariffToCome = {
  tarifa: sql`CASE WHEN ${isToCome} THEN ${accounts.nextTarifa} END`.mapWith(accounts.nextTarifa),
  at: sql`CASE WHEN ${isToCome} THEN ${accounts.nextTarifaAt} END`.mapWith(accounts.nextTarifaAt),
};

/**
 * Every tariff of an account, past, in force and scheduled, by the instant from which it applies.
 */
export const tariffs = pgTable(
  'tariffs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    integrationId: integer('integration_id')
      .notNull()
      .references(() => accounts.integrationId),
    tarifa: amount().notNull(),
    holdsFrom: instant('holds_from').notNull().default(sql`clock_timestamp()`),
    actor: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    /** When it was cancelled or replaced before it applied. */
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [index('tariffs_integration').on(table.integrationId, table.holdsFrom)],
);

/**
 * A query under way: its cost, and everything needed to record it if its process dies. Its row can
 * be deleted only once, so it is settled only once. No foreign key: integrations are never deleted,
 * and the check would lock a row of theirs on every query.
 */
export const holds = pgTable(
  'holds',
  {
    queryId: uuid('query_id').primaryKey(),
    integrationId: integer('integration_id').notNull(),
    credentialId: integer('credential_id').notNull(),
    lookup: text().notNull(),
    amount: amount().notNull(),
    /** Sealed identifiers, with the keys that find them. The query's record takes them over. */
    identifiers: bytea().notNull(),
    identifierKeys: identifierKeys(),
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

/** Top-up, charge, adjustment and refund. */
export const LEDGER_KINDS = ['recarga', 'cobro', 'ajuste', 'devolucion'] as const;

/** Every change of `saldo`. Holds no personal data and outlives the query records. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    integrationId: integer('integration_id')
      .notNull()
      .references(() => accounts.integrationId),
    seq: amount().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    amount: amount().notNull(),
    balanceAfter: amount('balance_after').notNull(),
    queryId: uuid('query_id'),
    queryCreatedAt: instant('query_created_at'),
    actor: text().notNull(),
    /** The reason as entered, and the number of a receipt or transfer. */
    nota: text(),
    referencia: text(),
    /** Key of a top-up, adjustment or refund, so that a repeated request counts once. */
    idempotencyKey: uuid('idempotency_key'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.seq] }),
    uniqueIndex('ledger_one_charge_per_query')
      .on(table.queryId)
      .where(sql`${table.kind} = 'cobro'`),
    uniqueIndex('ledger_one_refund_per_query')
      .on(table.queryId)
      .where(sql`${table.kind} = 'devolucion'`),
    index('ledger_by_time').on(table.integrationId, table.createdAt, table.seq),
    /** Lets a statement find the few other entries without reading the charges. */
    index('ledger_other_than_charges')
      .on(table.integrationId, table.seq)
      .where(sql`${table.kind} <> 'cobro'`),
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
        WHEN 'ajuste' THEN ${table.amount} <> 0 AND ${table.queryId} IS NULL
        WHEN 'devolucion' THEN ${table.amount} > 0 AND ${table.queryId} IS NOT NULL AND ${table.queryCreatedAt} IS NOT NULL
        ELSE false END`,
    ),
  ],
);

/** Refunds that users asked for. A request is open until it is declined or refunded. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    integrationId: integer('integration_id')
      .notNull()
      .references(() => accounts.integrationId),
    queryId: uuid('query_id').notNull(),
    nota: text().notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().default(sql`clock_timestamp()`),
    declinedBy: text('declined_by'),
    declinedAt: instant('declined_at'),
    declinedNota: text('declined_nota'),
  },
  (table) => [
    uniqueIndex('refund_requests_one_open')
      .on(table.queryId)
      .where(sql`${table.declinedAt} IS NULL`),
    index('refund_requests_query').on(table.queryId),
    check(
      'refund_requests_declined',
      sql`(${table.declinedAt} IS NULL) = (${table.declinedBy} IS NULL)
        AND (${table.declinedAt} IS NULL) = (${table.declinedNota} IS NULL)`,
    ),
  ],
);

/** Queries answered with 500 while their settlement was unknown; a charge of theirs is returned. */
export const undeliveredAnswers = pgTable('undelivered_answers', {
  queryId: uuid('query_id').primaryKey(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
});

/**
 * Idempotency keys. `attempt` is the latest query made under the key, `paidBy` the one that was
 * charged. Holds no personal data, only the body's digest.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    integrationId: integer('integration_id').notNull(),
    key: text().notNull(),
    digest: bytea().notNull(),
    attempt: uuid().notNull(),
    /** End of the time in which the attempt counts as under way if it is never released. */
    underWayUntil: instant('under_way_until'),
    paidBy: uuid('paid_by'),
    /** Free repetitions since the charge. */
    repetitions: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
