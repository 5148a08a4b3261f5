const MONTHS_AHEAD = 3;
/** Fewer months ahead mean that the creation of partitions has failed for weeks. */
export const FEWEST_MONTHS_AHEAD = 2;

/** Any client, whatever types it reads. */
interface Client {
  unsafe(query: string): PromiseLike<readonly Readonly<Record<string, unknown>>[]>;
}

/** Creates the partitions of query records for this month and the next ones, if missing. */
export async function ensurePartitions(client: Client): Promise<void> {
  await client.unsafe(`SELECT ensure_query_record_partitions(${MONTHS_AHEAD})`);
}

/** Returns the number of months after the present one that have a partition of query records. */
export async function monthsAhead(client: Client): Promise<number> {
  const [row] = await client.unsafe(`
    SELECT count(*)::int AS months FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = 'query_records'::regclass
      AND relname > 'query_records_' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY_MM')`);
  return Number(row?.months);
}
