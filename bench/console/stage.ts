import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connectDatabase, type Database } from '@/db/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { taskRuns } from '@/db/schema/index';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { listQueryRecords } from '@/lib/recording/list';
import { buildWhenNeeded } from '@/server/build';
import { dataFolder } from '@/server/paths';
import { startApp, type TestApp } from '@/testing/app';
import type { LargeOptions } from '@/testing/large/options';
import { seedLarge } from '@/testing/large/seed';
import type { Subjects } from './pages';
import { StatementLog } from './statements';

export interface Stage {
  readonly app: TestApp;
  readonly databaseUrl: string;
  readonly log: StatementLog;
  readonly subjects: Subjects;
  /** Undoes everything; `keep` leaves the database for the next time. */
  clear(keep: boolean): Promise<void>;
}

const FOLDER = join(dataFolder, 'bench-console');
const IDENTIFIERS_KEY = 'only-for-the-bench-of-the-console-0123456789';
const NEXTAUTH_SECRET = 'only-for-the-bench-of-the-console-9876543210';

type Note = (line: string) => void;

/** The built app over a database of its own, filled once and with the app's first tasks done. */
export async function setStage(
  options: LargeOptions,
  { explain, note }: { readonly explain: boolean; readonly note: Note },
): Promise<Stage> {
  note('building');
  await buildWhenNeeded();
  const postgres = await startEmbeddedPostgres(FOLDER);
  try {
    const subjects = await filled(postgres, options, note);
    const file = join(FOLDER, 'postgres', 'server.log');
    const log = await StatementLog.begin(postgres.url, file, { explain });
    note('starting the app');
    const app = await startApp('server', {
      APP_ENV: 'development',
      DATABASE_URL: postgres.url,
      NEXTAUTH_URL: 'http://127.0.0.1',
      NEXTAUTH_SECRET,
      IDENTIFIERS_KEY,
    });
    await tasksDone(postgres.url);
    const clear = async (keep: boolean) => {
      await app.stop();
      await postgres.stop();
      if (!keep) await rm(FOLDER, { recursive: true, force: true });
    };
    return { app, databaseUrl: postgres.url, log, subjects, clear };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** What a run before this one kept is used again when it has as many records. */
async function filled(
  { url }: EmbeddedPostgres,
  options: LargeOptions,
  note: Note,
): Promise<Subjects> {
  await migrateDatabase(url);
  const db = connectDatabase(url, { max: 1, statementTimeoutMs: 60_000 });
  try {
    const [kept] = await db.execute<{ records: number }>(
      sql`SELECT count(*)::int AS records FROM query_records`,
    );
    if (kept?.records === 0) {
      const vault = new IdentifierVault([IDENTIFIERS_KEY]);
      await seedLarge(url, vault, options, note);
    } else if (kept?.records !== options.records) {
      throw new Error(`${FOLDER} holds ${kept?.records} records of another run: remove it.`);
    }
    return await busiestAndMiddle(db);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

async function busiestAndMiddle(db: Database): Promise<Subjects> {
  const rows = await db.execute<{ id: number; nombre: string }>(
    sql`SELECT i.id, nombre FROM integrations i JOIN integration_days d ON d.integration_id = i.id
      GROUP BY i.id ORDER BY sum(d.queries) DESC`,
  );
  const [busiest, middle] = [rows[0], rows[Math.floor(rows.length / 2)]];
  if (busiest === undefined || middle === undefined) throw new Error('There are no integrations.');
  const [newest] = await listQueryRecords(db, busiest.id, 1);
  return { busiest: busiest.nombre, middle: middle.nombre, query: newest?.id ?? 'none' };
}

const TASKS_TIMEOUT_MS = 300_000;

/** A start runs every task once; nothing is measured beside them. */
async function tasksDone(databaseUrl: string): Promise<void> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    const deadline = Date.now() + TASKS_TIMEOUT_MS;
    for (;;) {
      const runs = await db.select().from(taskRuns);
      const done = runs.filter(
        ({ finishedAt, startedAt }) => finishedAt && finishedAt >= startedAt,
      );
      if (runs.length > 1 && done.length === runs.length) return;
      if (Date.now() > deadline) throw new Error('The tasks of the start do not come to an end.');
      await pause(500);
    }
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}
