import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import {
  accounts,
  countedIntegrationDays,
  integrations,
  isNamed,
  spentNow,
  switchColumns,
  tariffNow,
} from '@/db/schema/index';
import type { Sort } from '@/lib/base/values/sort';
import { BILLED_LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { chargedStart, LOW_RUNWAY_DAYS, paceStart, spentPerDay } from './pace';
import { firstOfDays } from './usage';

export const INTEGRATION_STATES = ['active', 'suspended', 'capped', 'low', 'exhausted'] as const;
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

export const INTEGRATION_COLUMNS = ['nombre', 'available', 'runway', 'queries', 'last'] as const;
export type IntegrationColumn = (typeof INTEGRATION_COLUMNS)[number];

export interface IntegrationFilter {
  /** Part of the name; empty for all. */
  readonly part: string;
  readonly state?: IntegrationState | undefined;
}

export interface IntegrationPage {
  readonly sort: Sort<IntegrationColumn>;
  readonly limit: number;
  readonly offset: number;
}

/** Lists integrations in a total order; missing values come last. */
export async function listByUse(
  db: Database,
  { part, state }: IntegrationFilter,
  { sort, limit, offset }: IntegrationPage,
) {
  const recent = recentDays(db);
  const columns = columnsOf(recent);
  const direction = sql.raw(sort.direction);
  return db
    .with(recent)
    .select(columns)
    .from(integrations)
    .innerJoin(accounts, eq(accounts.integrationId, integrations.id))
    .leftJoin(recent, eq(recent.integrationId, integrations.id))
    .where(and(isNamed(part), state && states(columns)[state]))
    .orderBy(
      sql`${orders(columns)[sort.column]} ${direction} NULLS LAST`,
      sql`${integrations.nombre} ${direction}`,
    )
    .limit(limit)
    .offset(offset);
}

/** An integration with its recent use; amounts in 1/10000 quetzal. */
export type IntegrationRow = Awaited<ReturnType<typeof listByUse>>[number];

export type IntegrationCounts = Readonly<Record<IntegrationState | 'all', number>>;

export async function countByState(db: Database, part: string): Promise<IntegrationCounts> {
  const recent = recentDays(db);
  const { active, suspended, capped, low, exhausted } = states(columnsOf(recent));
  const count = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const [counts] = await db
    .with(recent)
    .select({
      all: sql<number>`count(*)::int`,
      active: count(active),
      suspended: count(suspended),
      capped: count(capped),
      low: count(low),
      exhausted: count(exhausted),
    })
    .from(integrations)
    .innerJoin(accounts, eq(accounts.integrationId, integrations.id))
    .leftJoin(recent, eq(recent.integrationId, integrations.id))
    .where(isNamed(part));
  return counts ?? { all: 0, active: 0, suspended: 0, capped: 0, low: 0, exhausted: 0 };
}

function recentDays(db: Database) {
  const { integrationId, day, queries, charged, lastAt } = countedIntegrationDays;
  const ofWeek = sql`${day} >= ${firstOfDays(7)}`;
  return db.$with('recent').as(
    db
      .select({
        integrationId,
        queries: sql<number>`sum(${queries}) FILTER (WHERE ${ofWeek})`.as('queries'),
        charged: sql`sum(${charged})`.as('charged'),
        lastAt: sql`max(${lastAt})`.as('last_at'),
      })
      .from(countedIntegrationDays)
      .where(gte(day, paceStart()))
      .groupBy(integrationId),
  );
}

function columnsOf(recent: ReturnType<typeof recentDays>) {
  const available = sql`(${accounts.saldo} - ${accounts.reservado})`;
  const perDay = spentPerDay(recent.charged, integrations);
  const runway = sql`(${available} / nullif(${perDay}, 0))`;
  const isLow = sql<boolean>`(${integrations.suspendedAt} IS NULL
    AND (coalesce(${runway} < ${sql.raw(String(LOW_RUNWAY_DAYS))}, false)
      OR coalesce(${available} < ${integrations.low_balance}, false)))`;
  // Without recent days, the newest of all days is read.
  const lastQueryAt = sql<Date | null>`coalesce(${recent.lastAt}, (
    SELECT max(d.last_at) FROM integration_days d
    WHERE d.integration_id = ${integrations.id} AND d.day = (
      SELECT max(n.day) FROM integration_days n WHERE n.integration_id = ${integrations.id})))`;
  return {
    id: integrations.id,
    nombre: integrations.nombre,
    version: integrations.version,
    suspendedAt: integrations.suspendedAt,
    ...switchColumns,
    available: available.mapWith(accounts.saldo),
    tarifa: tariffNow,
    /** Days that the available balance lasts; null if nothing is spent. */
    runwayDays: sql<number | null>`${runway}`.mapWith(Number),
    /** Active, and below the threshold of days or balance. */
    isLow,
    /** Queries of today and the six days before. */
    queries: sql<number>`coalesce(${recent.queries}, 0)::int`,
    lastQueryAt: lastQueryAt.mapWith(countedIntegrationDays.lastAt),
  };
}

type Columns = ReturnType<typeof columnsOf>;

/** Active, and a cap refuses its billed queries now, as `blockingCap` says. */
const isCapped = sql`(${integrations.suspendedAt} IS NULL AND ${tariffNow} > 0 AND coalesce(
  least(${integrations.cap_day} - ${spentNow.spentDay}, ${integrations.cap_month}
    - ${spentNow.spentMonth}) < ${tariffNow}, false))`;

const mayBeCharged = or(
  ...BILLED_LOOKUPS.map((lookup) => sql`${integrations[lookupFacts[lookup].flag]}`),
);

/**
 * Its balance pays for no query, and it has a catalog enabled or was charged lately. Those charged
 * lately are notified too (`balance.exhausted`).
 */
const isExhausted = sql`(${accounts.saldo} - ${accounts.reservado} < ${tariffNow} AND (${mayBeCharged} OR EXISTS (
  SELECT FROM ${countedIntegrationDays} WHERE ${countedIntegrationDays.integrationId} = ${integrations.id}
    AND ${countedIntegrationDays.day} >= ${chargedStart()} AND ${countedIntegrationDays.charged} > 0)))`;

function states({ isLow }: Columns): Readonly<Record<IntegrationState, SQL>> {
  return {
    active: sql`${integrations.suspendedAt} IS NULL`,
    suspended: sql`${integrations.suspendedAt} IS NOT NULL`,
    capped: isCapped,
    low: isLow,
    exhausted: isExhausted,
  };
}

function orders(columns: Columns): Readonly<Record<IntegrationColumn, SQL>> {
  const { available, runwayDays, queries, lastQueryAt } = columns;
  return {
    nombre: sql`${integrations.nombre}`,
    available,
    runway: runwayDays,
    queries,
    last: lastQueryAt,
  };
}
