import type { Tx } from './seed';

/** Replaces the empty partition of the month that starts at `startMs` (UTC) by a table to fill. */
export async function monthTable(tx: Tx, startMs: number) {
  const start = new Date(startMs);
  const month = String(start.getUTCMonth() + 1).padStart(2, '0');
  const name = `query_records_${start.getUTCFullYear()}_${month}`;
  await tx.unsafe(`DROP TABLE IF EXISTS ${name}`);
  await tx.unsafe(
    `CREATE TABLE ${name} (LIKE query_records INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
  );
  const next = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const bounds = `FROM ('${start.toISOString()}') TO ('${next.toISOString()}')`;
  /** Makes it part of the partitioned table, which builds its indexes. */
  const finish = async () => {
    await tx.unsafe(`ALTER TABLE query_records ATTACH PARTITION ${name} FOR VALUES ${bounds}`);
  };
  return { name, finish };
}
