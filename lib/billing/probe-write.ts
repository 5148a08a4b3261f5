import type postgres from 'postgres';

/**
 * Writes rows and takes them back. Rejects when the server cannot write, as on a full disk, where one
 * row may still have room in a page.
 */
export async function probeWrite(sql: postgres.Sql, rows = 1): Promise<void> {
  const undone = new Error('undone');
  const writing = sql.begin(async (tx) => {
    await tx`INSERT INTO undelivered_answers (query_id)
      SELECT gen_random_uuid() FROM generate_series(1, ${rows}::int)`;
    throw undone;
  });
  await writing.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}
