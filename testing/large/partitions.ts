import type { Tx } from './store';

/** A month of query records while it is being filled. */
export interface MonthTable {
  readonly name: string;
  /** Options of COPY: rows of a table made in the same transaction need no visiting later on. */
  readonly copyOptions: string;
  /** Makes it part of the partitioned table, which builds its indexes. */
  finish(): Promise<void>;
}

/**
 * The table that takes the records of the month that starts at `startMs` (UTC). A month that is not
 * there yet, or is empty, is filled apart and attached when it is full; one with records is added to.
 */
export async function monthTable(tx: Tx, startMs: number): Promise<MonthTable> {
  const start = new Date(startMs);
  const month = String(start.getUTCMonth() + 1).padStart(2, '0');
  const name = `query_records_${start.getUTCFullYear()}_${month}`;
  const [found] = await tx<{ there: boolean }[]>`SELECT to_regclass(${name}) IS NOT NULL AS there`;
  if (found?.there) {
    const rows = await tx.unsafe(`SELECT FROM ${name} LIMIT 1`);
    if (rows.length > 0) return { name, copyOptions: '', finish: async () => {} };
    await tx.unsafe(`DROP TABLE ${name}`);
  }
  await tx.unsafe(
    `CREATE TABLE ${name} (LIKE query_records INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
  );
  const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const bounds = `FROM ('${start.toISOString()}') TO ('${next.toISOString()}')`;
  const finish = async () => {
    await tx.unsafe(`ALTER TABLE query_records ATTACH PARTITION ${name} FOR VALUES ${bounds}`);
  };
  return { name, copyOptions: '(FREEZE)', finish };
}

/** Start of the oldest partition in ms, or `undefined` without any. */
export async function oldestPartitionMs(tx: Tx): Promise<number | undefined> {
  const [row] = await tx<{ name: string | null }[]>`
    SELECT min(c.relname) AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'query_records'::regclass`;
  const match = /(\d{4})_(\d{2})$/.exec(row?.name ?? '');
  return match === null ? undefined : Date.UTC(Number(match[1]), Number(match[2]) - 1, 1);
}
