import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { z } from 'zod';

/** The same folder from this file and from a bundle in `dist`. */
const FOLDER = fileURLToPath(new URL('../db/migrations', import.meta.url));
const BREAKPOINT = '--> statement-breakpoint';
/**
 * The newest migration of the release before. Builds that know it work with the schema of this one;
 * its migrations may break earlier ones.
 */
export const SUPPORTED_SINCE = '0010_endings';
/** First line of a migration whose statements run one by one, outside a transaction. */
export const WITHOUT_TRANSACTION = '-- without transaction';
/** Line above a query whose rows are statements to run, such as one for each month of records. */
export const EACH_ROW = /^-- run each row$/m;

const journalSchema = z.object({
  entries: z.array(z.object({ when: z.int(), tag: z.string() })),
});

/** Reads the migrations that drizzle-kit generated, oldest first. */
export function readMigrations(folder = FOLDER) {
  return readJournal(folder).map(({ when, tag }) => {
    const source = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return {
      name: tag,
      /** Identifies the migration in the database's table of applied migrations. */
      when,
      hash: createHash('sha256').update(source).digest('hex'),
      statements: source.split(BREAKPOINT).filter((statement) => statement.trim() !== ''),
      /** False when it contains statements that PostgreSQL refuses in a transaction. */
      inTransaction: !source.startsWith(WITHOUT_TRANSACTION),
    };
  });
}

export type Migration = ReturnType<typeof readMigrations>[number];

function readJournal(folder: string) {
  const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries;
}

/**
 * `older`: a migration of this build is missing. `newer`: there are some that it does not know, and
 * the build that applied them supports this one. `unsupported`: it does not.
 */
export type SchemaState = 'older' | 'current' | 'newer' | 'unsupported';

/** No table, no schema, or no right to read them. */
const UNREADABLE = ['42P01', '3F000', '42501'];

/** Compares the schema of a database with the migrations of this build. Needs no right to migrate. */
export async function schemaState(client: postgres.Sql): Promise<SchemaState> {
  const applied = await readable(appliedMigrations(client), new Set<number>());
  // Read once: the folder may be replaced while this build runs.
  ownJournal ??= readJournal(FOLDER);
  const known = ownJournal;
  if (known.some(({ when }) => !applied.has(when))) return 'older';
  if (applied.size === known.length) return 'current';
  const since = await readable(supportedSince(client), Number.POSITIVE_INFINITY);
  return known.some(({ when }) => when >= since) ? 'newer' : 'unsupported';
}

let ownJournal: ReturnType<typeof readJournal> | undefined;

function readable<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  return reading.catch((error: unknown) => {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (typeof code === 'string' && UNREADABLE.includes(code)) return otherwise;
    throw error;
  });
}

/** Returns the `when` of the migration that a build must know to work with this schema. */
async function supportedSince(client: postgres.Sql): Promise<number> {
  const [row] = await client<{ since: string | null }[]>`
    SELECT max(since)::text AS since FROM drizzle.supported_builds`;
  return row?.since == null ? Number.POSITIVE_INFINITY : Number(row.since);
}

/** Returns the `when` of every applied migration. */
export async function appliedMigrations(client: postgres.Sql): Promise<ReadonlySet<number>> {
  const rows = await client<{ when: string }[]>`
    SELECT created_at::text AS when FROM drizzle.__drizzle_migrations`;
  return new Set(rows.map(({ when }) => Number(when)));
}
