import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

/** The one transaction in which everything happens: all of it or nothing stays. */
export type Tx = postgres.TransactionSql<{ bigint: bigint }>;

const CHUNK_CHARACTERS = 128 * 1024;

/** Streams rows, already in COPY's text format, into a table. */
export async function copyRows(
  tx: Tx,
  target: string,
  rows: Iterable<string>,
  options = '',
): Promise<void> {
  const sink = await tx.unsafe(`COPY ${target} FROM STDIN ${options}`).writable();
  await pipeline(Readable.from(chunksOf(rows), { objectMode: true }), sink);
}

function* chunksOf(rows: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const row of rows) {
    chunk += row;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

interface Definition {
  readonly drop: string;
  readonly create: string;
}

/**
 * Does without the indexes, keys and foreign keys of a table while `run` fills it: building them over
 * all rows is several times faster than keeping them up with each.
 */
export async function withoutIndexes<T>(tx: Tx, table: string, run: () => Promise<T>): Promise<T> {
  const definitions = await tx<Definition[]>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS create
    FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('p', 'u', 'f')
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = ${table}::regclass AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)`;
  for (const { drop } of definitions) await tx.unsafe(drop);
  const result = await run();
  for (const { create } of definitions) await tx.unsafe(create);
  return result;
}
