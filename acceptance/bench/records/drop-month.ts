import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Setup, tasksDone, withDatabase } from '@/acceptance/bench/console/setup';
import { printVerdict } from '@/acceptance/bench/report';
import { startGateway } from '@/acceptance/bench/servers';
import { Generator } from '@/acceptance/load/generator';
import { lookupRequests } from '@/acceptance/load/requests';
import type { Database } from '@/db/client';
import { dropMonths } from '@/lib/recording/drop-months';

const CONNECTIONS = 50;
const LOAD_MS = 12_000;
/** Time until the load is steady. */
const BEFORE_MS = 4_000;
/** Long ago, so that nothing else is dropped. */
const MONTH = '2010_01';
const NAME = `query_records_${MONTH}`;
const MONTHS_KEPT = 120;
const CALLERS = 10;

const LIMIT_MS = 1_000;

/** Drops a month while queries are recorded as fast as the gateway can. True when the limit is met. */
export async function printDrop(setup: Setup): Promise<boolean> {
  const { records, dropMs, queriesPerSecond, longestQueryMs } = await measureDrop(setup);
  return printVerdict(
    dropMs <= LIMIT_MS,
    `a month of ${records} records dropped in ${dropMs.toFixed(0)} ms (≤ ${LIMIT_MS}), ` +
      `at ${queriesPerSecond.toFixed(0)} queries a second, the longest of which took ` +
      `${longestQueryMs.toFixed(0)} ms`,
  );
}

/** Measures the drop of a month made for the purpose, as large as the busiest one. */
async function measureDrop({ databaseUrl, identifiersKey }: Setup) {
  // The database belongs to the caller, who stops it.
  const database = { url: databaseUrl, stop: async () => {} };
  await using gateway = await startGateway(database, { IDENTIFIERS_KEY: identifiersKey });
  const { app, callers } = gateway;
  using generator = new Generator();
  return await withDatabase(databaseUrl, async (db) => {
    // They read all months, so the drop would wait for them.
    await tasksDone(db);
    const records = await addMonth(db);
    const requests = await lookupRequests(app.port, 'cui-nit', callers.slice(0, CALLERS));
    const job = { port: app.port, requests, connections: CONNECTIONS };
    await generator.runCleanly({ ...job, durationMs: BEFORE_MS });
    const load = generator.runCleanly({ ...job, durationMs: LOAD_MS });
    await pause(BEFORE_MS);
    const startedAt = performance.now();
    const dropped = await dropMonths(db, MONTHS_KEPT);
    const dropMs = performance.now() - startedAt;
    if (String(dropped) !== NAME) throw new Error(`Dropped '${dropped}' instead of ${NAME}.`);
    const { completed, elapsedMs, latenciesMs } = await load;
    const queriesPerSecond = (completed * 1000) / elapsedMs;
    return { records, dropMs, queriesPerSecond, longestQueryMs: latenciesMs.at(-1) ?? 0 };
  });
}

/** Copies the largest month and dates it back. It needs no index but the one on time. */
async function addMonth(db: Database): Promise<number> {
  const [largest] = await db.execute<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'query_records'::regclass ORDER BY c.reltuples DESC LIMIT 1`);
  const table = sql.identifier(NAME);
  await db.execute(sql`DROP TABLE IF EXISTS ${table}`);
  await db.execute(
    sql`CREATE TABLE ${table} (LIKE query_records INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
  );
  const { count } = await db.execute(
    sql`INSERT INTO ${table} SELECT * FROM ${sql.identifier(largest?.name ?? '')}`,
  );
  await db.execute(sql`UPDATE ${table} SET created_at = '2010-01-10T00:00:00Z'`);
  await db.execute(sql`ALTER TABLE query_records ATTACH PARTITION ${table}
    FOR VALUES FROM ('2010-01-01T00:00:00Z') TO ('2010-02-01T00:00:00Z')`);
  return count;
}
