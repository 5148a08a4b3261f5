import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { refusalCounts } from '@/db/schema/index';
import { type Account, accountsIn, type Chosen, lookupsAt } from '@/lib/base/env/source-settings';
import { FAILURES, type Failure, failures } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { type SlowLookup, slowLookups } from './slowness';

/** Minutes that count as the present. */
export const RECENT_MINUTES = 15;
/** Most queries to read, however busy these minutes are. */
const MAX_RECENT = 5_000;
/** Hours to search for the last good answer of a source. */
const LOOK_BACK_HOURS = 24;

/** Consecutive failures after which a source counts as down. */
const DOWN_STREAK = 3;
const FAILING_SHARE = 0.05;
const FAILING_AT_LEAST = 2;

export type SourceState = 'quiet' | 'fine' | 'failing' | 'down';

/** State of a source in the last minutes: of an account that chosen adapters use. */
export interface SourceHealth {
  readonly source: Account;
  /** Lookups that it answers. */
  readonly lookups: readonly Lookup[];
  readonly state: SourceState;
  readonly queries: number;
  readonly failed: number;
  /** First failure since the last good answer. */
  readonly since?: Date;
  /** Last failure, while the source counts as failing though it answered since. */
  readonly calmSince?: Date;
  readonly failure?: Failure;
}

/** State of a lookup in the last minutes, whether its source or the service failed. */
export interface LookupHealth {
  readonly state: SourceState;
  /** First failure since the last good answer, when the lookup is down and one was recorded. */
  readonly since?: Date;
  /** Last failure, while the lookup counts as failing though it answered since. */
  readonly calmSince?: Date;
}

/** A lookup whose circuit breaker refused requests just now. */
export interface PausedLookup {
  readonly lookup: Lookup;
  readonly failed: number;
}

export interface Health {
  readonly paused: readonly PausedLookup[];
  readonly slow: readonly SlowLookup[];
  readonly sources: readonly SourceHealth[];
  readonly lookups: Readonly<Record<Lookup, LookupHealth>>;
  /** Our own failures in the last minutes. */
  readonly ours: { readonly failed: number; readonly since?: Date };
}

/** Reads the present health from the newest queries and refusals. */
export async function readHealth(db: Database, adapters: Chosen): Promise<Health> {
  const [recent, refused, paused, slow] = await Promise.all([
    recentQueries(db, adapters),
    refusalsOfOurs(db),
    pausedLookups(db),
    slowLookups(db, RECENT_MINUTES),
  ]);
  const bySource = recent.filter(({ lookup }) => lookup === null);
  const [sources, lookups] = await Promise.all([
    Promise.all(
      accountsIn(adapters).map(async (source) => {
        const lookups = lookupsAt(source, adapters);
        const row = bySource.find((one) => one.source === source);
        const own = refused.filter(({ lookup }) => lookups.some((one) => one === lookup));
        const health = await healthOf(db, lookups, row);
        return { source, lookups, ...health, ...calmOf(health.state, row, own) };
      }),
    ),
    Promise.all(
      LOOKUPS.map(async (name) => {
        const isPaused = paused.some(({ lookup }) => lookup === name);
        const row = recent.find(({ lookup }) => lookup === name);
        const own = refused.filter(({ lookup }) => lookup === name);
        const state = isPaused ? 'down' : lookupState(row, own[0]?.ours);
        return [name, { ...(await lookupHealth(db, name, state)), ...calmOf(state, row, own) }];
      }),
    ),
  ]);
  const ours = [...refused, ...bySource];
  const beganMs = ours.flatMap(({ oursSinceMs }) => oursSinceMs ?? []);
  return {
    paused,
    slow,
    sources,
    lookups: Object.fromEntries(lookups),
    ours: {
      failed: ours.reduce((sum, { ours: failed }) => sum + failed, 0),
      ...(beganMs.length === 0 ? {} : { since: new Date(Math.min(...beganMs)) }),
    },
  };
}

export type Trouble =
  | { readonly kind: 'ours'; readonly failed: number; readonly since?: Date }
  | ({ readonly kind: 'paused' } & PausedLookup)
  | ({ readonly kind: 'down' | 'failing' } & SourceHealth)
  | ({ readonly kind: 'slow' } & SlowLookup);

/**
 * Lists current troubles, the worst first: ours, paused lookups, silent sources, failing ones, and
 * lookups that are slow though their source answers.
 */
export function troublesOf({ ours, paused, slow, sources }: Health): Trouble[] {
  const of = (kind: 'down' | 'failing') =>
    sources.filter(({ state }) => state === kind).map((source) => ({ ...source, kind }));
  const silent = of('down').flatMap(({ lookups }) => lookups);
  return [
    ...(ours.failed > 0 ? [{ ...ours, kind: 'ours' as const }] : []),
    ...paused.map((lookup) => ({ ...lookup, kind: 'paused' as const })),
    ...of('down'),
    ...of('failing'),
    ...slow
      .filter(({ lookup }) => !silent.includes(lookup))
      .map((lookup) => ({ ...lookup, kind: 'slow' as const })),
  ];
}

interface Judged {
  readonly queries: number;
  readonly failed: number;
  /** Failures since the last good answer. */
  readonly streak: number;
}

export function stateOf({ queries, failed, streak }: Judged): SourceState {
  if (queries === 0) return 'quiet';
  if (streak >= DOWN_STREAK) return 'down';
  return failed >= FAILING_AT_LEAST && failed / queries >= FAILING_SHARE ? 'failing' : 'fine';
}

/**
 * Judges a lookup by failures of its source and of the service. Requests that we refused, as while
 * a circuit is open, left no record.
 */
export function lookupState(row: RecentLookup | undefined, refused = 0): SourceState {
  const { queries, failed, ours, streak, isGoodSeen } = row ?? NO_QUERIES;
  return stateOf({
    queries: queries + refused,
    failed: failed + ours + refused,
    streak: isGoodSeen ? streak : streak + refused,
  });
}

const NO_QUERIES = { queries: 0, failed: 0, ours: 0, streak: 0, isGoodSeen: false };
type RecentLookup = Pick<RecentRow, keyof typeof NO_QUERIES>;

async function lookupHealth(
  db: Database,
  lookup: Lookup,
  state: SourceState,
): Promise<LookupHealth> {
  if (state !== 'down') return { state };
  const isFailure = sql`responsible IN ('source', 'ours')`;
  const sinceMs = await failingSinceMs(db, sql`lookup = ${lookup}`, isFailure);
  return { state, ...(sinceMs !== null && { since: new Date(sinceMs) }) };
}

/** Returns when the last failure ended, if the source or lookup counts as failing and answered since. */
function calmOf(
  state: SourceState,
  row: Pick<RecentRow, 'failedMs' | 'goodMs'> | undefined,
  refused: readonly { readonly oursUntilMs: number | null }[],
) {
  const ends = [row?.failedMs ?? 0, ...refused.map(({ oursUntilMs }) => oursUntilMs ?? 0)];
  const lastMs = Math.max(...ends);
  return state === 'failing' && (row?.goodMs ?? 0) > lastMs && { calmSince: new Date(lastMs) };
}

interface RecentRow extends Judged, Record<string, unknown> {
  readonly source: Account;
  /** Null in the row of all lookups of a source. */
  readonly lookup: Lookup | null;
  readonly isGoodSeen: boolean;
  readonly streakSinceMs: number | null;
  /** When the last failure was answered. */
  readonly failedMs: number | null;
  readonly goodMs: number | null;
  readonly failure: string | null;
  readonly ours: number;
  readonly oursSinceMs: number | null;
}

async function healthOf(
  db: Database,
  lookups: readonly Lookup[],
  row: RecentRow | undefined,
): Promise<Omit<SourceHealth, 'source' | 'lookups'>> {
  if (row === undefined) return { state: 'quiet', queries: 0, failed: 0 };
  const { queries, failed, isGoodSeen, streakSinceMs } = row;
  const state = stateOf(row);
  const failure = FAILURES.find((name) => name === row.failure);
  const isOlder = state === 'down' && !isGoodSeen;
  const since = isOlder
    ? await failingSinceMs(db, sql`lookup IN ${lookups}`, sql`responsible = 'source'`)
    : streakSinceMs;
  return {
    state,
    queries,
    failed,
    ...(since === null ? {} : { since: new Date(since) }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** SQL condition of an answer that shows that the source works. */
const isGood = sql`(responsible NOT IN ('source', 'ours') AND ending <> 'client_gone')`;

/** SQL for the first time that a condition was true, in milliseconds since the epoch. */
function firstMs(condition: SQL): SQL {
  return epochMs(sql`min(created_at) FILTER (WHERE ${condition})`);
}

function epochMs(time: SQL): SQL<number | null> {
  return sql`(extract(epoch FROM ${time}) * 1000)::float8`;
}

async function recentQueries(db: Database, adapters: Chosen): Promise<readonly RecentRow[]> {
  const sources = LOOKUPS.map((one) => sql`WHEN ${one} THEN ${adapters[one].account}`);
  const isFailed = sql`(responsible = 'source' OR by_lookup AND responsible = 'ours')`;
  const streak = sql`${isFailed} AND (good_at IS NULL OR created_at > good_at)`;
  return db.execute<RecentRow>(sql`
    WITH newest AS MATERIALIZED (
      SELECT lookup, ending, responsible, created_at, settled_at
      FROM query_records
      WHERE created_at BETWEEN now() - make_interval(mins => ${RECENT_MINUTES}) AND now()
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_RECENT}
    ), marked AS (
      SELECT CASE lookup ${sql.join(sources, sql` `)} END AS source,
        CASE WHEN by_lookup THEN lookup END AS lookup, by_lookup,
        ending, responsible, created_at, settled_at
      FROM newest CROSS JOIN (VALUES (false), (true)) AS groupings (by_lookup)
    ), judged AS (
      SELECT *, max(created_at) FILTER (WHERE ${isGood}) OVER (PARTITION BY source, lookup) AS good_at
      FROM marked
    )
    SELECT source, lookup, count(*)::int AS queries, bool_or(good_at IS NOT NULL) AS "isGoodSeen",
      count(*) FILTER (WHERE responsible = 'source')::int AS failed,
      count(*) FILTER (WHERE ${streak})::int AS streak,
      ${firstMs(streak)} AS "streakSinceMs", ${epochMs(sql`max(good_at)`)} AS "goodMs",
      ${epochMs(sql`max(settled_at) FILTER (WHERE ${isFailed})`)} AS "failedMs",
      mode() WITHIN GROUP (ORDER BY ending) FILTER (WHERE responsible = 'source') AS failure,
      count(*) FILTER (WHERE responsible = 'ours')::int AS ours,
      ${firstMs(sql`responsible = 'ours'`)} AS "oursSinceMs"
    FROM judged GROUP BY source, lookup`);
}

/** Finds the first failure after the last good answer among some records, further back. */
async function failingSinceMs(db: Database, among: SQL, isFailure: SQL): Promise<number | null> {
  const rows = sql`
    SELECT ending, responsible, created_at
    FROM query_records
    WHERE created_at BETWEEN now() - make_interval(hours => ${LOOK_BACK_HOURS}) AND now()
      AND ${among}`;
  const [row] = await db.execute<{ sinceMs: number | null }>(sql`
    SELECT ${firstMs(isFailure)} AS "sinceMs" FROM (${rows}) AS r
    WHERE created_at > coalesce((SELECT created_at FROM (${rows}) AS g WHERE ${isGood}
      ORDER BY created_at DESC LIMIT 1), '-infinity')`);
  return row?.sinceMs ?? null;
}

const OUR_REASONS = FAILURES.filter((name) => failures[name].responsible === 'ours');

function refusalsOfOurs(db: Database) {
  const { minute, reason, refusals, lookup } = refusalCounts;
  return db
    .select({
      lookup,
      ours: sql<number>`coalesce(sum(${refusals}), 0)::int`,
      oursSinceMs: epochMs(sql`min(${minute})`),
      // Somewhere in that minute.
      oursUntilMs: epochMs(sql`max(${minute}) + interval '59 seconds'`),
    })
    .from(refusalCounts)
    .where(
      and(
        between(minute, sql`now() - make_interval(mins => ${RECENT_MINUTES})`, sql`now()`),
        inArray(reason, OUR_REASONS),
      ),
    )
    .groupBy(lookup);
}

/** Two minutes, because the last one may have just begun. */
const PAUSED_MINUTES = 2;

/**
 * Reads paused lookups from the refusals, because circuit breakers are kept per instance.
 */
async function pausedLookups(db: Database): Promise<PausedLookup[]> {
  const { minute, reason, lookup, refusals } = refusalCounts;
  const open: Failure = 'circuit_open';
  const rows = await db
    .select({ lookup, failed: sql<number>`sum(${refusals})::int` })
    .from(refusalCounts)
    .where(
      and(
        eq(reason, open),
        between(minute, sql`now() - make_interval(mins => ${PAUSED_MINUTES})`, sql`now()`),
      ),
    )
    .groupBy(lookup);
  return LOOKUPS.flatMap((name) => {
    const failed = rows.find((row) => row.lookup === name)?.failed;
    return failed === undefined ? [] : [{ lookup: name, failed }];
  });
}
