import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { z } from 'zod';

/** The same folder from this file and from a bundle in `dist`. */
const FOLDER = fileURLToPath(new URL('../db/migrations', import.meta.url));
const BREAKPOINT = '--> statement-breakpoint';
/** First line of a migration whose statements run one by one, outside a transaction. */
export const WITHOUT_TRANSACTION = '-- without transaction';

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

/** `older`: a migration of this build is missing. `newer`: there is one that it does not know. */
export type SchemaState = 'older' | 'current' | 'newer';

/** No table, no schema, or no right to read them. */
const UNREADABLE = ['42P01', '3F000', '42501'];

/** Compares the schema of a database with the migrations of this build. Needs no right to migrate. */
export async function schemaState(client: postgres.Sql): Promise<SchemaState> {
  const applied = await appliedMigrations(client).catch((error: unknown) => {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (typeof code === 'string' && UNREADABLE.includes(code)) return new Set<number>();
    throw error;
  });
  const known = readJournal(FOLDER);
  if (known.some(({ when }) => !applied.has(when))) return 'older';
  return applied.size > known.length ? 'newer' : 'current';
}

/** Returns the `when` of every applied migration. */
export async function appliedMigrations(client: postgres.Sql): Promise<ReadonlySet<number>> {
  const rows = await client<{ when: string }[]>`
    SELECT created_at::text AS when FROM drizzle.__drizzle_migrations`;
  return new Set(rows.map(({ when }) => Number(when)));
}
