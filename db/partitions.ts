const MONTHS_AHEAD = 3;

/** Any client, whatever types it reads. */
interface Client {
  unsafe(query: string): PromiseLike<unknown>;
}

/** Creates the partitions of query records for this month and the next ones, if missing. */
export async function ensurePartitions(client: Client): Promise<void> {
  await client.unsafe(`SELECT ensure_query_record_partitions(${MONTHS_AHEAD})`);
}
