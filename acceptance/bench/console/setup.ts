import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type LargeOptions, seedLarge } from '@/acceptance/large/seed';
import { connectDatabase, type Database } from '@/db/client';
import { ownerUrlOf, startEmbeddedPostgres } from '@/db/embedded';
import { taskRuns } from '@/db/schema/index';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { dataFolder } from '@/server/paths';
import { storedSecret } from '@/server/secrets';
import type { TestApp } from '@/testing/app';
import { startHarness } from '@/testing/harness';
import type { Subjects } from './pages';
import { StatementLog } from './statements';

export interface Setup extends Subjects {
  readonly app: TestApp;
  readonly databaseUrl: string;
  /** Key of the sealed identifiers. */
  readonly identifiersKey: string;
  readonly log: StatementLog;
  readonly vault: IdentifierVault;
  /** Stops everything; `keep` leaves the database for the next time. */
  clear(keep: boolean): Promise<void>;
}

export interface SetupOptions {
  /** Under the data folder: where the database is. */
  readonly name: string;
  readonly data: LargeOptions;
  /** Logs the plan of every statement. */
  readonly explain: boolean;
  readonly note: (line: string) => void;
}

/** Starts the built app on a filled database, and waits until its first tasks are done. */
export async function setUp(options: SetupOptions): Promise<Setup> {
  const { name, data, note } = options;
  const identifiersKey = process.env.IDENTIFIERS_KEY || (await storedSecret('identifiers-key'));
  const vault = new IdentifierVault([identifiersKey]);
  const folder = join(dataFolder, name);
  const embedded = await startEmbeddedPostgres(folder);
  const { url: databaseUrl } = embedded;
  note('building');
  const harness = await startHarness(
    {
      APP_ENV: 'development',
      // One user asks for more pages a minute than people do.
      LIMIT_PAGES: '100000',
      IDENTIFIERS_KEY: identifiersKey,
      // Nothing is to be removed while the console is measured.
      IDENTIFIERS_KEPT_DAYS: String(Math.max(90, data.identifiersDays)),
      RECORDS_KEPT_MONTHS: String(Math.max(13, data.months)),
    },
    { url: databaseUrl, stop: () => embedded.stop() },
  );
  try {
    await fill(databaseUrl, folder, identifiersKey, options);
    const log = await logOf(databaseUrl, options.explain);
    note('starting the app');
    const app = await harness.startApp();
    const subjects = await withDatabase(databaseUrl, async (db) => {
      await tasksDone(db);
      return { busiest: await busiestFirst(db), recordId: await newestRecord(db) };
    });
    const clear = async (keep: boolean) => {
      await harness.stop();
      if (!keep) await rm(folder, { recursive: true, force: true });
    };
    return { app, databaseUrl, identifiersKey, log, vault, ...subjects, clear };
  } catch (error) {
    await harness.stop();
    throw error;
  }
}

export async function withDatabase<T>(url: string, run: (db: Database) => Promise<T>): Promise<T> {
  const db = connectDatabase(ownerUrlOf(url), { max: 1, statementTimeoutMs: 600_000 });
  return run(db).finally(() => db.$client.end({ timeout: 5 }));
}

/** Reuses the database of an earlier run that has at least as many records. */
async function fill(
  url: string,
  folder: string,
  identifiersKey: string,
  { data, note }: SetupOptions,
): Promise<void> {
  const [kept] = await withDatabase(url, (db) =>
    db.execute<{ records: number }>(sql`SELECT count(*)::int AS records FROM query_records`),
  );
  const records = kept?.records ?? 0;
  if (records === 0) {
    await seedLarge(ownerUrlOf(url), identifiersKey, data, note);
  } else if (records < data.records) {
    throw new Error(`${folder} holds ${records} records of another run: remove it.`);
  }
}

async function logOf(url: string, explain: boolean): Promise<StatementLog> {
  const [server] = await withDatabase(url, (db) =>
    db.execute<{ folder: string }>(sql`SELECT current_setting('data_directory') AS folder`),
  );
  const file = join(server?.folder ?? '', 'server.log');
  return StatementLog.begin(url, file, { explain });
}

async function busiestFirst(db: Database): Promise<string[]> {
  const rows = await db.execute<{ nombre: string }>(
    sql`SELECT nombre FROM integrations i JOIN integration_days d ON d.integration_id = i.id
      GROUP BY i.id ORDER BY sum(d.queries) DESC`,
  );
  return rows.map(({ nombre }) => nombre);
}

async function newestRecord(db: Database): Promise<string> {
  const [row] = await db.execute<{ id: string }>(
    // Before the load of an earlier run, which asked for the same again and again.
    sql`SELECT id FROM query_records WHERE created_at < now() - interval '2 hours'
      ORDER BY created_at DESC LIMIT 1`,
  );
  return row?.id ?? '';
}

const TASKS_TIMEOUT_MS = 600_000;

/** Waits for the tasks that run once at a start, so that nothing is measured beside them. */
export async function tasksDone(db: Database): Promise<void> {
  const deadline = Date.now() + TASKS_TIMEOUT_MS;
  for (;;) {
    const runs = await db.select().from(taskRuns);
    const done = runs.filter(({ finishedAt, startedAt }) => finishedAt && finishedAt >= startedAt);
    if (runs.length > 1 && done.length === runs.length) return;
    if (Date.now() > deadline) throw new Error('The tasks of the start do not come to an end.');
    await pause(500);
  }
}
