import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { ChartPeriod } from './chart-periods';
import { type ChartFilter, ofLookup } from './charts';
import { resultOfRow } from './endings';
import { type EndedRow, type Figures, figuresOf, inSpan } from './traffic';

export interface Ranking {
  /** In order of their number of queries. */
  readonly integrations: readonly { readonly integrationId: number; readonly figures: Figures }[];
  readonly queries: number;
}

export async function rankIntegrations(
  db: Database,
  period: ChartPeriod,
  filter: Pick<ChartFilter, 'lookup'>,
  limit: number,
): Promise<Ranking> {
  const busiest = await db.execute<BusyRow>(
    period.grain === 'day'
      ? busiestByDay(period, filter, limit)
      : busiestByHour(period, filter, limit),
  );
  if (busiest.length === 0) return { integrations: [], queries: 0 };
  const ids = busiest.map(({ id }) => id);
  const rows = await db.execute<RankedRow>(sql`
    SELECT integration_id AS id, ${resultOfRow} AS result, latency::int AS latency,
      sum(queries)::int AS queries, sum(charged)::bigint::text AS charged
    FROM counted_queries
    WHERE grain = ${period.grain} AND integration_id = ANY (${`{${ids.join(',')}}`}::int[])
      AND ${inSpan(sql`start`, period)} ${ofLookup(filter)}
    GROUP BY 1, 2, 3`);
  return {
    integrations: ids.map((integrationId) => ({
      integrationId,
      figures: figuresOf(rows.filter(({ id }) => id === integrationId)),
    })),
    queries: busiest[0]?.all ?? 0,
  };
}

interface RankedRow extends EndedRow, Record<string, unknown> {
  readonly id: number;
}

interface BusyRow extends Record<string, unknown> {
  readonly id: number;
  readonly all: number;
}

const ranked = sql`integration_id AS id, (sum(sum(queries)) OVER ())::int AS "all"`;

function busiestByDay(period: ChartPeriod, filter: ChartFilter, limit: number): SQL {
  return sql`
    SELECT ${ranked} FROM counted_integration_days
    WHERE ${inSpan(sql`day`, period)} ${ofLookup(filter)}
    GROUP BY 1 ORDER BY sum(queries) DESC, 1 LIMIT ${limit}`;
}

/** Finds the active integrations by day, then their hours by the key of the counts. */
function busiestByHour(period: ChartPeriod, filter: ChartFilter, limit: number): SQL {
  return sql`
    SELECT ${ranked} FROM counted_queries
    WHERE grain = 'hour' AND ${inSpan(sql`start`, period)} ${ofLookup(filter)}
      AND integration_id = ANY (ARRAY(SELECT DISTINCT integration_id FROM counted_integration_days
        WHERE day >= guatemala_day(${period.from.toISOString()}::timestamptz)
          AND day < ${period.to.toISOString()}::timestamptz))
    GROUP BY 1 ORDER BY sum(queries) DESC, 1 LIMIT ${limit}`;
}
