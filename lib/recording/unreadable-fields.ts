import { desc, gte } from 'drizzle-orm';
import type { Database, Sql } from '@/db/client';
import { unreadableFields } from '@/db/schema/index';
import type { Lookup } from '@/lib/contract/lookups';
import { type Counted, Tally } from './tally';

/** A field of a source, by the source's name. */
interface SourceField {
  readonly lookup: Lookup;
  readonly field: string;
}

/**
 * Counts answers with a value that normalisation could not read. Shows first when a source changes
 * a format, because integrators only see a null. Stores no values.
 */
export class UnreadableFieldCounter extends Tally<SourceField> {
  count(lookup: Lookup, fields: readonly string[] = []): void {
    for (const field of fields) this.add({ lookup, field });
  }

  protected override async store(sql: Sql, counts: readonly Counted<SourceField>[]) {
    await sql`
      INSERT INTO unreadable_fields AS u (lookup, field, answers)
      SELECT * FROM unnest(${counts.map(({ item }) => item.lookup)}::text[],
        ${counts.map(({ item }) => item.field)}::text[], ${counts.map(({ count }) => count)}::int[])
      ORDER BY 1, 2
      ON CONFLICT (lookup, field)
        DO UPDATE SET answers = u.answers + excluded.answers, last_at = excluded.last_at`;
  }
}

export type UnreadableField = typeof unreadableFields.$inferSelect;

/** Lists unreadable fields seen since an instant, the most recent first. */
export function listUnreadableFields(db: Database, since = new Date(0)) {
  return db
    .select()
    .from(unreadableFields)
    .where(gte(unreadableFields.lastAt, since))
    .orderBy(desc(unreadableFields.lastAt))
    .limit(100);
}
