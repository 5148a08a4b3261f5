import { connectDatabase, connectSql, type Database, type Sql } from '@/db/client';
import { createReserve } from '@/lib/billing/reserve';
import { createSettle } from '@/lib/billing/settle';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { removeIdentifiers } from '@/lib/recording/remove-identifiers';
import { foldCounts } from '@/lib/statistics/fold';
import { coarsenDays, forgetHours, HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { held, queryOf, settlementOf } from '@/testing/billing';
import { ledgerProblems } from '@/testing/harness';
import { createTestIntegrations } from '@/testing/integration';
import { asOwner, migrateTestDatabase, startTestPostgres } from '@/testing/postgres';
import type { Print } from './main';

const QUERIES = 50_000;
const AT_ONCE = 50;
const INTEGRATIONS = 300;

/** Prints what a million billed queries leave in the database, and how many dead rows. */
export async function sizing(print: Print, queries = String(QUERIES)): Promise<string[]> {
  const postgres = await startTestPostgres();
  try {
    await migrateTestDatabase(postgres.url);
    return await measure(postgres.url, Number(queries), print);
  } finally {
    await postgres.stop();
  }
}

async function measure(databaseUrl: string, queries: number, print: Print): Promise<string[]> {
  const sql = connectSql(databaseUrl);
  const db = connectDatabase(databaseUrl, { max: 1, statementTimeoutMs: 60_000 });
  try {
    const integrations = await createTestIntegrations(databaseUrl, INTEGRATIONS, {
      saldo: 1_000_000_000n,
    });
    const before = await sizes(sql);
    const startedAt = performance.now();
    await settleMany(
      sql,
      integrations.map(({ id }) => id),
      queries,
    );
    const seconds = (performance.now() - startedAt) / 1000;
    print(
      `${Math.round(queries / seconds)} queries a second, reserved and settled, ${AT_ONCE} at once`,
    );
    await foldCounts(sql);
    await report(sql, before, queries, print);
    await asOwner(databaseUrl, 'VACUUM ANALYZE');
    print(`after a vacuum: ${await deadRows(sql)}`);
    print(await agedCounts(databaseUrl, sql, db));
    const full = await sizes(sql);
    const { removed } = await removeIdentifiers(db, 0, undefined);
    const emptied = grownTables(full, await sizes(sql)).get('query_records') ?? 0;
    print(
      `${removed} records lost their identifiers: ${Math.round(emptied / removed)} bytes more each`,
    );
    return await ledgerProblems(databaseUrl);
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), db.$client.end({ timeout: 5 })]);
  }
}

async function settleMany(sql: Sql, ids: readonly number[], queries: number): Promise<void> {
  const settle = createSettle(sql);
  const reserve = createReserve(sql, settle);
  const vault = new IdentifierVault(['only-for-measurements-0123456789-0123456789']);
  let next = 0;
  const client = async () => {
    while (next < queries) {
      const number = next;
      next += 1;
      const query = queryOf(ids[number % ids.length] ?? 0, { requestId: crypto.randomUUID() });
      const nits = [String(10_000_000 + number)];
      const identifiers = vault.seal({ nits }, query.queryId);
      const hold = held(await reserve({ ...query, identifiers }));
      await settle(settlementOf(hold, { durationMs: latencyMs(number) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

/** Latencies as sources have them: half above 150 ms, one in twenty above 900 ms. */
function latencyMs(number: number): number {
  const [share = 0, angle = 0] = [
    ((number * 7919) % 9973) / 9973,
    ((number * 104_729) % 9967) / 9967,
  ];
  const normal = Math.sqrt(-2 * Math.log(1 - share)) * Math.cos(2 * Math.PI * angle);
  return Math.round(150 * Math.exp(1.1 * normal));
}

/** Counts the rows that remain when the day is old: the hours go, and latency classes are merged. */
async function agedCounts(databaseUrl: string, sql: Sql, db: Database): Promise<string> {
  const [fresh] = await sql<{ rows: number }[]>`SELECT count(*)::int AS rows FROM query_counts`;
  await asOwner(
    databaseUrl,
    `UPDATE query_counts SET start = start - interval '${HOURS_KEPT_DAYS + 2} days'`,
  );
  await forgetHours(db);
  await coarsenDays(db, await coarsenDays(db, undefined));
  await asOwner(databaseUrl, 'VACUUM FULL query_counts');
  const [aged] = await sql<{ rows: number; bytes: number }[]>`
    SELECT count(*)::int AS rows, pg_total_relation_size('query_counts')::int AS bytes
    FROM query_counts`;
  return `${fresh?.rows} rows of query_counts, ${aged?.rows} when the day is old, ${aged?.bytes} bytes`;
}

interface Sizes {
  readonly wal: number;
  readonly tables: ReadonlyMap<string, number>;
}

async function sizes(sql: Sql): Promise<Sizes> {
  const rows = await sql<{ name: string; bytes: string }[]>`
    SELECT regexp_replace(relname, '_\\d{4}_\\d{2}$', '') AS name,
      sum(pg_total_relation_size(oid))::text AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`;
  const [wal] = await sql<{ bytes: string }[]>`
    SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS bytes`;
  return {
    wal: Number(wal?.bytes),
    tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

function grownTables(before: Sizes, after: Sizes): ReadonlyMap<string, number> {
  const grown = [...after.tables].map(
    ([name, bytes]) => [name, bytes - (before.tables.get(name) ?? 0)] as const,
  );
  return new Map(grown.filter(([, bytes]) => bytes > 0));
}

async function report(sql: Sql, before: Sizes, queries: number, print: Print): Promise<void> {
  const after = await sizes(sql);
  const each = (bytes: number) => `${Math.round(bytes / queries)} bytes a query`;
  for (const [name, bytes] of grownTables(before, after)) print(`${name}: ${each(bytes)}`);
  print(`write-ahead log: ${each(after.wal - before.wal)}`);
  const [accounts] = await sql<{ hot: number }[]>`
    SELECT round(100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1))::int AS hot
    FROM pg_stat_user_tables WHERE relname = 'accounts'`;
  print(`updates of accounts within their page: ${accounts?.hot} %; ${await deadRows(sql)}`);
}

async function deadRows(sql: Sql): Promise<string> {
  const rows = await sql<{ name: string; dead: number }[]>`
    SELECT relname AS name, n_dead_tup::int AS dead FROM pg_stat_user_tables
    WHERE n_dead_tup > 0 ORDER BY 2 DESC LIMIT 5`;
  if (rows.length === 0) return 'no dead rows';
  return `dead rows: ${rows.map(({ name, dead }) => `${name} ${dead}`).join(', ')}`;
}
