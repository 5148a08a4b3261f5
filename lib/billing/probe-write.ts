import type { Sql } from '@/db/client';

/** Writes a row and takes it back. Rejects when the server cannot write, as on a full disk. */
export async function probeWrite(sql: Sql): Promise<void> {
  const undone = new Error('undone');
  const writing = sql.begin(async (tx) => {
    await tx`INSERT INTO undelivered_answers (query_id) VALUES (gen_random_uuid())`;
    throw undone;
  });
  await writing.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}
