import type postgres from 'postgres';
import { isLookup, type Lookup } from '@/lib/contract/lookups';

/** Lookups that people switched off, each with the title of the incident or maintenance. */
export type SwitchedOff = ReadonlyMap<Lookup, string>;

/**
 * Reads which lookups are switched off now. Maintenance switches off from its start until somebody
 * completes it, also after its announced end.
 */
export async function readSwitchedOff(sql: postgres.Sql): Promise<SwitchedOff> {
  const rows = await sql<{ lookup: string; title: string }[]>`
    SELECT unnest(lookups) AS lookup, title FROM incidents
    WHERE switches_off AND resolved_at IS NULL AND starts_at <= clock_timestamp()
    ORDER BY starts_at DESC, id DESC`;
  return new Map(
    rows.flatMap(({ lookup, title }) => (isLookup(lookup) ? [[lookup, title] as const] : [])),
  );
}

/** The switches as this process last read them, so that a lookup needs no statement of its own. */
export class Switches {
  readonly #sql: postgres.Sql;
  #off: SwitchedOff = new Map();

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  get off(): SwitchedOff {
    return this.#off;
  }

  async refresh(): Promise<void> {
    this.#off = await readSwitchedOff(this.#sql);
  }
}
