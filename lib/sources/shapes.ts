import type { Database, Sql } from '@/db/client';
import { sourceShapes } from '@/db/schema/index';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { type Answer, endingOf } from './answer';
import { FieldCounts, type FieldReport, type Observed, observedSchema, report } from './drift';

interface Answering {
  readonly lookup: Lookup;
  readonly adapter: string;
}

/**
 * Counts in memory which fields the sources' answers have, and writes it down now and then. Notices
 * when a source changes, because integrators only see a null. A process that dies, or whose write
 * the database refuses, loses the counts since the last write.
 */
export class SourceShapes {
  #counts = new Map<string, Answering & { readonly counts: FieldCounts }>();

  count(lookup: Lookup, adapter: string, answer: Answer): void {
    const { unreadable = [] } = endingOf(answer);
    const content = answer.kind === 'answered' ? answer.content : undefined;
    if (content === undefined && unreadable.length === 0) return;
    let counted = this.#counts.get(lookup);
    if (counted === undefined) {
      counted = { lookup, adapter, counts: new FieldCounts() };
      this.#counts.set(lookup, counted);
    }
    counted.counts.add(content ?? { records: [] }, unreadable);
  }

  async write(sql: Sql, at = new Date()): Promise<void> {
    const counted = [...this.#counts.values()];
    this.#counts = new Map();
    for (const { lookup, adapter, counts } of counted) {
      await sql.begin(async (tx) => {
        await tx`INSERT INTO source_shapes VALUES (${lookup}, ${adapter}, '{}')
          ON CONFLICT DO NOTHING`;
        const [row] = await tx`SELECT * FROM source_shapes WHERE lookup = ${lookup} FOR UPDATE`;
        const before = row?.adapter === adapter ? observedIn(row.fields) : new Map();
        await tx`UPDATE source_shapes SET adapter = ${adapter},
          fields = ${tx.json(Object.fromEntries(counts.mergeInto(before, at)))} WHERE lookup = ${lookup}`;
      });
    }
  }
}

/** Reads what was observed; nothing from the contents of another release. */
function observedIn(fields: unknown): Observed {
  return observedSchema.safeParse(fields).data ?? new Map();
}

/** The fields of the source of a lookup. */
export interface SourceShape extends Answering {
  readonly fields: readonly FieldReport[];
}

/** Reads the fields of every source that has answered. */
export async function readSourceShapes(db: Database): Promise<SourceShape[]> {
  const rows = await db.select().from(sourceShapes);
  const now = new Date();
  return LOOKUPS.flatMap((lookup) =>
    rows
      .filter((row) => row.lookup === lookup)
      .map(({ adapter, fields }) => ({ lookup, adapter, fields: report(observedIn(fields), now) })),
  );
}

/** A field that is not as usual. */
export interface FieldDrift extends FieldReport {
  readonly lookup: Lookup;
}

/** Lists the fields that are not as usual. */
export async function readDrift(db: Database): Promise<FieldDrift[]> {
  const shapes = await readSourceShapes(db);
  return shapes.flatMap(({ lookup, fields }) =>
    fields.filter(({ state }) => state !== 'ok').map((field) => Object.assign(field, { lookup })),
  );
}
