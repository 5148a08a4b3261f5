import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { EVERYBODY } from '@/db/integration-ids';
import { addDays, dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { FAILURES, failures } from '@/lib/contract/failures';
import { byLookup, type Lookup } from '@/lib/contract/lookups';

/** Days that the public status shows. */
export const STATUS_DAYS = 90;
/** An hour with fewer queries says nothing about the service. */
const MIN_QUERIES = 20;
const MIN_HOURS = 3;
const FAILING_SHARE = 0.05;
/** Share of a day's hours from which the day counts as bad. */
const BAD_SHARE = 0.25;

export type DayClass = 'no_data' | 'good' | 'some' | 'bad';

/** How a lookup did on a day of Guatemala, without any number that reveals its volume. */
export interface LookupDay {
  readonly day: string;
  readonly state: DayClass;
  /** Hours in which one query in twenty or more failed by the source or by the service. */
  readonly troubleHours: number;
}

export interface LookupHour {
  readonly lookup: string;
  readonly startMs: number;
  readonly queries: number;
  readonly failed: number;
}

export type LookupDays = Readonly<Record<Lookup, readonly LookupDay[]>>;

const OUR_REASONS = FAILURES.filter((name) => failures[name].responsible === 'ours');

/** Reads the last days of each lookup, the oldest first, from the counts of all integrations. */
export async function readLookupDays(db: Database, now: Date): Promise<LookupDays> {
  const from = startOfDay(firstDay(now)).toISOString();
  // A request that we refused left no query, as while a circuit is open.
  const reasons = sql.join(
    OUR_REASONS.map((reason) => sql`${reason}`),
    sql`, `,
  );
  const hours = await db.execute<LookupHour & Record<string, unknown>>(sql`
    SELECT lookup, (extract(epoch FROM hour) * 1000)::float8 AS "startMs",
      sum(queries)::float8 AS queries, sum(failed)::float8 AS failed
    FROM (
      SELECT lookup, start AS hour, queries,
        CASE WHEN responsible IN ('source', 'ours') THEN queries ELSE 0 END AS failed
      FROM counted_queries
      WHERE grain = 'hour' AND integration_id = ${EVERYBODY} AND start >= ${from}::timestamptz
      UNION ALL
      SELECT lookup, date_trunc('hour', minute, 'UTC'), refusals, refusals FROM refusal_counts
      WHERE minute >= ${from}::timestamptz AND reason IN (${reasons})
    ) AS counted
    GROUP BY 1, 2`);
  return judgeDays(hours, now);
}

export function judgeDays(hours: readonly LookupHour[], now: Date): LookupDays {
  const first = firstDay(now);
  const days = Array.from({ length: STATUS_DAYS }, (_, index) => addDays(first, index));
  const measured = new Map<string, LookupHour[]>();
  for (const hour of hours.filter(({ queries }) => queries >= MIN_QUERIES)) {
    const key = `${hour.lookup} ${dayOf(new Date(hour.startMs))}`;
    measured.set(key, [...(measured.get(key) ?? []), hour]);
  }
  return byLookup((lookup) =>
    days.map((day) => judgeDay(day, measured.get(`${lookup} ${day}`) ?? [])),
  );
}

function judgeDay(day: string, hours: readonly LookupHour[]): LookupDay {
  const trouble = hours.filter(({ queries, failed }) => failed / queries >= FAILING_SHARE).length;
  if (hours.length < MIN_HOURS) return { day, state: 'no_data', troubleHours: 0 };
  const isBad = trouble / hours.length >= BAD_SHARE;
  return { day, state: trouble === 0 ? 'good' : isBad ? 'bad' : 'some', troubleHours: trouble };
}

function firstDay(now: Date): string {
  return addDays(dayOf(now), 1 - STATUS_DAYS);
}
